/** Sends mail over SMTP, keeps it in the sandbox's outbox, or sends none at all. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Transports } from '../transports.ts';
import { createOutbox, type Mail, type SentMail } from './outbox.ts';

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
export function createMailer(
  { smtpUrl, mailFrom, sandbox, clock, transports }: Options,
  log: FastifyBaseLogger,
): Mailer {
  const outbox = createOutbox(clock.now);
  const store = sandbox ? outbox.store : undefined;
  const send = smtpUrl ? transports.createSmtp(smtpUrl, mailFrom ?? '') : store;
  if (!send) log.warn('SMTP_URL is not set: no mail is sent, so users cannot reset their passwords.');

  return {
    async send(mail) {
      if (!send) return false;
      try {
        await send(mail);
        return true;
      } catch (error) {
        // A mail server's error message names the recipient, so only its codes are logged.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log.error({ code, responseCode }, 'could not send a mail');
        return false;
      }
    },
    outbox: outbox.mails,
  };
}
