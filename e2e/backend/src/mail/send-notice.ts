import { eq } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { brands } from '../db/schema.ts';
import type { Letter } from './letter.ts';
import type { Addressee } from './letters.ts';

type Context = Pick<BackendContext, 'db' | 'log' | 'mailer'>;
type Write = (to: Addressee, brand: typeof brands.$inferSelect) => Letter;

/**
 * Sends a notice in the name of the user's brand. A failure is only logged, since the change itself
 * is done.
 */
export async function sendNotice(
  { db, log, mailer }: Context,
  user: Addressee & { brandId: number },
  write: Write,
): Promise<void> {
  try {
    const [brand] = await db.select().from(brands).where(eq(brands.id, user.brandId));
    // The caller doesn't wait for the mail server.
    if (brand) void mailer.send(write(user, brand));
  } catch (err) {
    log.error({ err }, 'a notice could not be sent');
  }
}
