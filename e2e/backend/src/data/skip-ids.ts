import type { Db } from '../platform/database/database.ts';
import { sql } from '../platform/database/orm.ts';

/** Sequences of ids that charge points (transactions) and the payment provider (orders) store. */
const SEQUENCES = ['transactions_id_seq', 'orders_id_seq'];
/** Exceeds the number of ids issued since any usable backup. */
const SKIPPED = 1_000_000;

/**
 * Skips ids that may have been issued after a backup was made. Otherwise the provider's payment of
 * a lost order would pay a new one, and the stop of a lost charge would end a new one.
 */
export async function skipIds(db: Db): Promise<void> {
  for (const name of SEQUENCES)
    await db.execute(sql`select setval(${name}::regclass, nextval(${name}::regclass) + ${SKIPPED})`);
}
