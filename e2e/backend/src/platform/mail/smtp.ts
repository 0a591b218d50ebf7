import { createTransport } from 'nodemailer';
import type { Send } from './outbox.ts';

/** Some calls wait for the mail, and clients time out after 30 s. */
const TIMEOUT_MS = 8000;

/** Returns a function that sends mail from the address `from` over the server at `url`. */
export function createSmtp(url: string, from: string): Send {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, from: name, subject, text, html }) => {
    await transport.sendMail({
      // As objects, so that the values aren't parsed as address lists.
      from: { name, address: from },
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
