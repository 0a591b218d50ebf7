import type { PlatformContext } from '../../../platform/context.ts';
import { createLimits } from '../../../platform/limits/limits.ts';
import type { Mail } from '../../../platform/mail/outbox.ts';
import { hashOf } from '../auth/tokens.ts';

type Context = Pick<PlatformContext, 'db' | 'mailer' | 'now'>;
const LIMITS = ['mails', 'dailyMails'] as const;

/**
 * Counts a mail to an address that anybody may have typed. Returns a function that takes it off the count.
 * @throws 429 if the address has had too many mails in the brand's name
 */
export async function countMail(context: Pick<Context, 'db' | 'now'>, brandId: number, to: string) {
  const { take, release } = createLimits(context);
  const address = hashOf(`${brandId}:${to}`);
  for (const name of LIMITS) await take(name, address);
  return async () => {
    for (const name of LIMITS) await release(name, address);
  };
}

/**
 * Counts and sends a mail. Returns false if it wasn't sent.
 * @throws 429 as `countMail`
 */
export async function sendMail(context: Context, brandId: number, mail: Mail): Promise<boolean> {
  const release = await countMail(context, brandId, mail.to);
  const isSent = await context.mailer.send(mail);
  if (!isSent) await release();
  return isSent;
}
