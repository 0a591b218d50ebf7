import type { PlatformContext } from '../../../platform/context.ts';
import { eq } from '../../../platform/database/orm.ts';
import { type BrandRow, brands } from '../../../platform/database/schema.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import type { Recipient } from './templates.ts';

/** Mails a user about a change of the account, in the brand's name. A failure is only logged. */
export async function sendNotice(
  { db, log, mailer }: Pick<PlatformContext, 'db' | 'log' | 'mailer'>,
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
