import type { BackendContext } from '../context.ts';
import { eq } from '../db/orm.ts';
import { type BrandRow, brands } from '../db/schema.ts';
import type { Mail } from './outbox.ts';
import type { Recipient } from './templates.ts';

/** Mails a user about a change of the account, in the brand's name. A failure is only logged. */
export async function sendNotice(
  { db, log, mailer }: Pick<BackendContext, 'db' | 'log' | 'mailer'>,
  user: Recipient & { brandId: number },
  composeMail: (to: Recipient, brand: BrandRow) => Mail,
): Promise<void> {
  try {
    const [brand] = await db.select().from(brands).where(eq(brands.id, user.brandId));
    // The caller doesn't wait for the mail server.
    if (brand) void mailer.send(composeMail(user, brand));
  } catch (err) {
    log.error({ err }, 'could not send a notice');
  }
}
