import type { Db } from '../db/database.ts';
import { sql } from '../db/orm.ts';
import { meterValues, type TransactionRow } from '../db/schema.ts';
import type { Sample } from '../ocpp/meter-values.ts';
import { addMs } from '../time.ts';
import { KEPT_WHOLE_MS } from './months.ts';

/** Rows of an insert: a message may have thousands, and a statement takes 65,535 parameters. */
const BATCH = 1000;

/** A figure that was stored stays: another message may have the same time and other figures. */
const FILLED = {
  wh: sql`coalesce(${meterValues.wh}, excluded.wh)`,
  powerW: sql`coalesce(${meterValues.powerW}, excluded.power_w)`,
  soc: sql`coalesce(${meterValues.soc}, excluded.soc)`,
};

/**
 * Stores the samples of a charge, each once however often it is sent. Older ones than are kept whole
 * aren't stored, since their month may be being thinned.
 * @param tx a transaction that has locked the charge
 * @param samples by the server's clock
 * @param now read after the charge was locked (`thin-months.ts` relies on it)
 */
export async function storeSamples(
  tx: Db,
  { id: transactionId }: TransactionRow,
  samples: Sample[],
  now: Date,
): Promise<void> {
  const since = addMs(now, -KEPT_WHOLE_MS);
  const values = new Map<number, typeof meterValues.$inferInsert>();
  for (const { at: sampledAt, wh, watts, soc } of samples) {
    if (sampledAt < since || (wh ?? watts ?? soc) === undefined) continue;
    const key = sampledAt.getTime();
    // Some charge points send each figure in a meter value of its own, with the same time.
    const { wh: sameWh, powerW, soc: sameSoc } = values.get(key) ?? {};
    values.set(key, {
      transactionId,
      sampledAt,
      wh: wh ?? sameWh,
      powerW: watts ?? powerW,
      soc: soc ?? sameSoc,
    });
  }
  const rows = [...values.values()];
  for (let begun = 0; begun < rows.length; begun += BATCH)
    await tx
      .insert(meterValues)
      .values(rows.slice(begun, begun + BATCH))
      .onConflictDoUpdate({ target: [meterValues.transactionId, meterValues.sampledAt], set: FILLED });
}
