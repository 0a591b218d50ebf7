import type { Db } from '../../platform/database/database.ts';
import type { CopiedTag } from '../tags/refusal.ts';
import type { ChargingContext } from './context.ts';

/** Logs that a car's identifier was used while the car is being charged elsewhere, and notifies its driver. */
export async function reportCopy(
  { chargeEvents, log, now }: Pick<ChargingContext, 'chargeEvents' | 'log' | 'now'>,
  db: Db,
  { transactionId, userId }: CopiedTag,
): Promise<void> {
  log.warn({ transactionId, userId }, "a car's identifier was used while the car is charged elsewhere");
  await chargeEvents.tagUsed(db, 'carCopied', { transactionId, userId }, now());
}
