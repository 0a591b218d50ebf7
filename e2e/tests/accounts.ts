/** Accounts of a test's own, and the letters that the product sends to them. */
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { PASSWORD } from './steps.ts';

interface Letter {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** An address that no other test uses. */
export const newEmail = () => `nina.${randomUUID().slice(0, 8)}@example.com`;

/** Makes an account by a call, where its making isn't what a test is about. Answers its e-mail. */
export async function newAccount(request: APIRequestContext): Promise<string> {
  const email = newEmail();
  const data = { name: 'Nina Prado', email, password: PASSWORD };
  await expect(await request.post('/v1/api/userregister?app_id=1', { data })).toBeOK();
  return email;
}

/** The newest letter to an address whose subject says this. */
export async function letterTo(request: APIRequestContext, email: string, subject: RegExp): Promise<Letter> {
  let letter: Letter | undefined;
  const look = async () => {
    const answer = await request.get('/sandbox/api/outbox');
    const outbox = (await answer.json()) as Letter[];
    letter = outbox.find((sent) => sent.to === email && subject.test(sent.subject));
    return letter;
  };
  await expect.poll(look, `a letter to ${email}`).toBeDefined();
  if (!letter) throw new Error(`no letter to ${email}`);
  return letter;
}

/** Where a letter leads. */
export function linkOf({ links, subject }: Letter): string {
  const [link] = links;
  if (!link) throw new Error(`'${subject}' leads nowhere`);
  return link;
}

/**
 * Gives an account a new password by calls, as its owner would on another device: all its sessions
 * end.
 */
export async function endSessions(
  request: APIRequestContext,
  email: string,
  password: string,
): Promise<void> {
  await expect(await request.get(`/v1/api/ResetPassword/${email}?app_id=1`)).toBeOK();
  const token = linkOf(await letterTo(request, email, /nova senha/))
    .split('/')
    .at(-1);
  await expect(await request.post('/v1/api/ResetPassword', { data: { password, token } })).toBeOK();
}
