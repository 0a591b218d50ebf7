/** Sends mail over SMTP, keeps it in the sandbox's outbox, or sends none at all. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Transports } from '../transports.ts';
import { createOutbox, type Mail, type Send, type SentMail } from './outbox.ts';

export interface Mailer {
  /** Returns false if the mail wasn't sent. Logs a failure without the mail or its recipient. */
  send(mail: Mail): Promise<boolean>;
  /** Mails kept here, newest first; always empty except in a sandbox without SMTP. */
  outbox(): readonly SentMail[];
}

export interface MailOptions {
  /** Such as `smtps://user:password@host`. If absent, a sandbox keeps mails; others send none. */
  smtpUrl?: string | undefined;
  mailFrom?: string | undefined;
}

interface Options extends MailOptions {
  sandbox: boolean;
  clock: Pick<Clock, 'now'>;
  transports: Pick<Transports, 'createSmtp'>;
}

/** @throws if the SMTP server's URL or the sender's address is invalid */
export function createMailer(options: Options, log: FastifyBaseLogger): Mailer {
  const outbox = createOutbox(options.clock.now);
  const send = chooseTransport(options, outbox.store);
  if (!send) log.warn('SMTP_URL is not set: no mail is sent, so users cannot reset their passwords.');

  return {
    async send(mail) {
      if (!send) return false;
      try {
        await send(mail);
        return true;
      } catch (error) {
        log.error(reasonOf(error), 'could not send a mail');
        return false;
      }
    },
    outbox: outbox.mails,
  };
}

function chooseTransport({ smtpUrl, mailFrom, sandbox, transports }: Options, store: Send): Send | undefined {
  if (smtpUrl) return transports.createSmtp(smtpUrl, mailFrom ?? '');
  return sandbox ? store : undefined;
}

/** A mail server's error message names the recipient, so only its codes are logged. */
function reasonOf(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return { code, responseCode };
}
