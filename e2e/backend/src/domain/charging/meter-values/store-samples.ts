import type { Db } from '../../../platform/database/database.ts';
import { sql } from '../../../platform/database/orm.ts';
import { meterValues, type TransactionRow } from '../../../platform/database/schema.ts';
import { addMs } from '../../../platform/time.ts';
import type { Sample } from '../../charge-points/meter-values.ts';
import { KEPT_WHOLE_MS } from './months.ts';

/** Rows per insert: a message may have thousands, and a statement takes 65,535 parameters. */
const BATCH = 1000;

/** Keeps stored figures: another message may have the same time and other figures. */
const MISSING_FIGURES = {
  wh: sql`coalesce(${meterValues.wh}, excluded.wh)`,
  powerW: sql`coalesce(${meterValues.powerW}, excluded.power_w)`,
  soc: sql`coalesce(${meterValues.soc}, excluded.soc)`,
};

/**
 * Stores the samples of a charge, each once, however often it is sent. Samples older than
 * `KEPT_WHOLE_MS` aren't stored, since their month may be thinned concurrently.
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
    // Some charge points send each figure in a separate meter value with the same time.
    const { wh: sameWh, powerW, soc: sameSoc } = values.get(key) ?? {};
    values.set(key, {
      transactionId,
      sampledAt,
      wh: wh === undefined ? sameWh : Math.round(wh),
      powerW: watts ?? powerW,
      soc: soc ?? sameSoc,
    });
  }
  const rows = [...values.values()];
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insert(meterValues)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoUpdate({
        target: [meterValues.transactionId, meterValues.sampledAt],
        set: MISSING_FIGURES,
      });
}
