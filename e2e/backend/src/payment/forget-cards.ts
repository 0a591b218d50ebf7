import type { BackendContext } from '../context.ts';
import { inTime } from './in-time.ts';

/** Has the provider let go of cards that aren't kept here, of all at once: where it fails, that is the log's to tell. */
export async function forgetCards(
  { payment, log }: Pick<BackendContext, 'payment' | 'log'>,
  providerTokens: string[],
): Promise<void> {
  if (!payment) return;
  const forget = (token: string) =>
    inTime(payment.forgetCard(token)).catch((error: unknown) =>
      log.error({ err: error }, 'a deleted card is still at the provider'),
    );
  await Promise.all(providerTokens.map(forget));
}
