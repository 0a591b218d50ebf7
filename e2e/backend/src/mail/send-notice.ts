import { eq } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { brands } from '../db/schema.ts';
import type { Mail } from './mail.ts';
import type { Recipient } from './templates.ts';

type Context = Pick<BackendContext, 'db' | 'log' | 'mailer'>;
type ComposeMail = (to: Recipient, brand: typeof brands.$inferSelect) => Mail;

/**
 * Sends a notice in the name of the user's brand. A failure is only logged, since the change itself
 * is done.
 */
export async function sendNotice(
  { db, log, mailer }: Context,
  user: Recipient & { brandId: number },
  composeMail: ComposeMail,
): Promise<void> {
  try {
    const [brand] = await db.select().from(brands).where(eq(brands.id, user.brandId));
    // The caller doesn't wait for the mail server.
    if (brand) void mailer.send(composeMail(user, brand));
  } catch (err) {
    log.error({ err }, 'a notice could not be sent');
  }
}
