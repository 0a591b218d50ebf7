/** Accounts created by tests, and the e-mails that the product sends to them. */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { PASSWORD } from './steps.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** Returns an e-mail address that no other test uses. */
export const newEmail = () => `nina.${randomUUID().slice(0, 8)}@example.com`;

/**
 * Creates an account through the API, for tests that aren't about registration. Returns its e-mail
 * address.
 */
export async function newAccount(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const data = { name: 'Nina Prado', email, password: PASSWORD };
  await expect(await request.post('/v1/api/userregister?app_id=1', { data })).toBeOK();
  return email;
}

/** Returns the newest e-mail to an address with a matching subject. */
export async function findMail(request: APIRequestContext, email: string, subject: RegExp): Promise<Mail> {
  let mail: Mail | undefined;
  const fetchMail = async () => {
    const response = await request.get('/sandbox/api/outbox');
    const outbox = (await response.json()) as Mail[];
    mail = outbox.find((sent) => sent.to === email && subject.test(sent.subject));
    return mail;
  };
  await expect.poll(fetchMail, `an e-mail to ${email}`).toBeDefined();
  if (!mail) throw new Error(`no e-mail to ${email}`);
  return mail;
}

/** Returns the first link of an e-mail. */
export function linkOf({ links, subject }: Mail): string {
  const [link] = links;
  if (!link) throw new Error(`'${subject}' has no link`);
  return link;
}

/** Returns the token of an e-mail's link, which is in the fragment. */
export const tokenOf = (mail: Mail) => new URL(linkOf(mail)).hash.slice(1);

/**
 * Resets an account's password through the API, as its owner would on another device. All sessions
 * of the account end.
 */
export async function endSessions(
  request: APIRequestContext,
  email: string,
  password: string,
): Promise<void> {
  await expect(await request.get(`/v1/api/ResetPassword/${email}?app_id=1`)).toBeOK();
  const token = tokenOf(await findMail(request, email, /nova senha/));
  await expect(await request.post('/v1/api/ResetPassword', { data: { password, token } })).toBeOK();
}
