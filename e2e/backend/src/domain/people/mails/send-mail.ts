import { createHash } from 'node:crypto';
import type { PlatformContext } from '../../../platform/context.ts';
import { eq } from '../../../platform/database/orm.ts';
import { type BrandRow, brands, type UserRow } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { createLimits } from '../../../platform/limits/limits.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import type { Recipient } from './templates.ts';

type Context = Pick<PlatformContext, 'db' | 'mailer' | 'now'>;

/**
 * Counts a mail to an address that may not be the user's own. Returns a function that subtracts it again.
 * @throws 429 if the address has had too many mails in the brand's name; this one doesn't count then
 */
async function countMail(context: Pick<Context, 'db' | 'now'>, brandId: number, to: string, isReset = false) {
  const { take, release } = createLimits(context);
  const address = createHash('sha256').update(`${brandId}:${to}`).digest('hex');
  const count = async (name: 'hourlyResetMails' | 'dailyMails') => {
    await take(name, address);
    return name;
  };
  const countDaily = () => count('dailyMails');
  await take('mails', address);
  try {
    const counted = await (isReset ? count('hourlyResetMails').catch(countDaily) : countDaily());
    return async () => {
      await release('mails', address);
      await release(counted, address);
    };
  } catch (error) {
    await release('mails', address);
    throw error;
  }
}

/**
 * Counts and sends a mail. Returns false if it wasn't sent.
 * @param isReset the mail has a link for a new password
 * @throws 429 as `countMail`
 */
export async function sendMail(
  context: Context,
  brandId: number,
  mail: Mail,
  isReset = false,
): Promise<boolean> {
  const release = await countMail(context, brandId, mail.to, isReset);
  const isSent = await context.mailer.send(mail);
  if (!isSent) await release();
  return isSent;
}

/**
 * Mails a user about a change of the account, in the brand's name. Only mails
 * to an unconfirmed address are limited: the user may not own it. A failure is only logged.
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
    log[err instanceof Failure ? 'warn' : 'error']({ err }, 'could not send a notice');
  }
}
