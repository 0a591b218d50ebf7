import type { ConnectorStatus } from '@shared/contract';
import type { connectors, TransactionRow } from '../../platform/database/schema.ts';

/** Statuses of a connector that doesn't charge, with a cable that may be plugged in. */
const AFTER_CHARGE: ReadonlySet<ConnectorStatus | null> = new Set(['Finishing', 'Faulted', 'Unavailable']);

/** Returns whether the charge is finished and its cable is still plugged in. */
export function mayUnlock(
  { id, stoppedAt }: Pick<TransactionRow, 'id' | 'stoppedAt'>,
  { cableOf, status }: Pick<typeof connectors.$inferSelect, 'cableOf' | 'status'>,
): boolean {
  // Some charge points report Finishing before they end the transaction.
  return cableOf === id && AFTER_CHARGE.has(status) && (stoppedAt !== null || status === 'Finishing');
}
