import type { Db } from '../db/database.ts';
import { sql } from '../db/orm.ts';

/** Ids that others keep: a charge point that of its transaction, the payment provider that of an order. */
const SEQUENCES = ['transactions_id_seq', 'orders_id_seq'];
/** More than were given since any backup that is worth restoring. */
const SKIPPED = 1_000_000;

/**
 * Skips ids that may have been given after a backup was made. Otherwise a new order would be paid by
 * the provider's earlier payment, and the stop of a lost charge would end a new one.
 */
export async function skipIds(db: Db): Promise<void> {
  for (const name of SEQUENCES)
    await db.execute(sql`select setval(${name}::regclass, nextval(${name}::regclass) + ${SKIPPED})`);
}
