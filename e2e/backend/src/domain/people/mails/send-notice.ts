import type { PlatformContext } from '../../../platform/context.ts';
import { eq } from '../../../platform/database/orm.ts';
import { type BrandRow, brands, type UserRow } from '../../../platform/database/schema.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { countMail } from './send-mail.ts';
import type { Recipient } from './templates.ts';

/**
 * Mails a user about a change of the account, in the brand's name. Only those to an address that isn't
 * confirmed are limited: the owner of another one has asked for them. A failure is only logged.
 */
export async function sendNotice(
  context: Pick<PlatformContext, 'db' | 'log' | 'mailer' | 'now'>,
  user: Recipient & Pick<UserRow, 'brandId' | 'emailConfirmedAt'>,
  composeMail: (to: Recipient, brand: BrandRow) => Mail,
): Promise<void> {
  const { db, log, mailer } = context;
  try {
    const [brand] = await db.select().from(brands).where(eq(brands.id, user.brandId));
    if (!brand) return;
    if (!user.emailConfirmedAt) await countMail(context, brand.id, user.email);
    // The caller doesn't wait for the mail server.
    void mailer.send(composeMail(user, brand));
  } catch (err) {
    log.warn({ err }, 'could not send a notice');
  }
}
