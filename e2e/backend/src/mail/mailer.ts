/** Mail leaves by SMTP, stays in the sandbox's outbox, or isn't sent at all. */
import type { FastifyBaseLogger } from 'fastify';
import type { BackendOptions } from '../context.ts';
import { createOutbox, type SentLetter } from './outbox.ts';
import { createSmtp } from './smtp.ts';

export interface Letter {
  to: string;
  /** Name of the sender: the brand's. */
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a letter over, or throws. */
export type Send = (letter: Letter) => Promise<void>;

export interface Mailer {
  /** Whether the letter was handed over. A failure is logged without the letter or its address, never thrown. */
  send(letter: Letter): Promise<boolean>;
  /** What stayed here, newest first: empty but in the sandbox without SMTP. */
  outbox(): readonly SentLetter[];
}

type Options = Pick<BackendOptions, 'sandbox' | 'smtpUrl' | 'mailFrom' | 'now'>;

/** @throws where the SMTP server's address, or the sender's, can't be read */
export function createMailer(options: Options, log: FastifyBaseLogger): Mailer {
  const outbox = createOutbox(options.now);
  const send = wayOf(options, outbox.keep);
  if (!send) log.warn('SMTP_URL is not set: no mail is sent, so nobody can set a new password.');

  return {
    async send(letter) {
      if (!send) return false;
      try {
        await send(letter);
        return true;
      } catch (error) {
        log.error(reasonOf(error), 'a mail could not be sent');
        return false;
      }
    },
    outbox: outbox.letters,
  };
}

function wayOf({ smtpUrl, mailFrom, sandbox }: Options, keep: Send): Send | undefined {
  if (smtpUrl) return createSmtp(smtpUrl, mailFrom ?? '');
  return sandbox ? keep : undefined;
}

/** A mail server's own words name the recipient: its codes tell enough. */
function reasonOf(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return { code, responseCode };
}
