import type { BackendContext } from '../context.ts';
import { inTime } from './in-time.ts';

/** Has the provider let go of cards that are deleted here already: where it fails, that is the log's to tell. */
export async function forgetCards(
  { payment, log }: Pick<BackendContext, 'payment' | 'log'>,
  providerTokens: string[],
): Promise<void> {
  if (!payment) return;
  for (const token of providerTokens)
    await inTime(payment.forgetCard(token)).catch((error: unknown) =>
      log.error({ err: error }, 'a deleted card is still at the provider'),
    );
}
