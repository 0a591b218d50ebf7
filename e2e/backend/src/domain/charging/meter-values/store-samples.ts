import type { Db } from '../../../platform/database/database.ts';
import { and, eq, isNull, lt, or, type SQL, sql } from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { isAt } from '../../../platform/database/rows.ts';
import {
  connectors,
  fleetVehicles,
  meterValues,
  type TransactionRow,
  transactions,
} from '../../../platform/database/schema.ts';
import { addMs } from '../../../platform/time.ts';
import type { Sample } from '../../charge-points/samples.ts';
import { KEPT_WHOLE_MS } from './months.ts';

/** What a message's samples change. Undefined fields stay as they are. */
export interface Readings {
  /** The charge after the samples. */
  counted: TransactionRow;
  /** Version of the charge's row that they were computed from. */
  version: string;
  connector: {
    cableOf?: number | undefined;
    powerW?: number | undefined;
    soc?: number | undefined;
    meterWh?: number | undefined;
  };
  /** The newest state of charge, as telemetry of a fleet vehicle. */
  telemetry?: { soc: number; at: Date } | undefined;
  /** By the server's clock. */
  samples: Sample[];
}

const given = sql.placeholder;
/** Keeps stored figures: another message may have the same time and other figures. */
const MISSING_FIGURES = {
  wh: sql`coalesce(${meterValues.wh}, excluded.wh)`,
  powerW: sql`coalesce(${meterValues.powerW}, excluded.power_w)`,
  soc: sql`coalesce(${meterValues.soc}, excluded.soc)`,
};

/** Inserts the given samples of a charge: a query with the column `id`, named `charge`. */
const insertSamples = (db: Db, charge: SQL) =>
  db
    .insert(meterValues)
    .select(
      sql`select charge.id, sample.* from ${charge}, unnest(${given('times')}::timestamptz[],
        ${given('registers')}::bigint[], ${given('powers')}::real[], ${given('socs')}::real[]) sample`,
    )
    .onConflictDoUpdate({
      target: [meterValues.transactionId, meterValues.sampledAt],
      set: MISSING_FIGURES,
    });

/** One statement: every meter value that is sent runs it. */
const statement = prepareOnce((db) => {
  const charge = db.$with('charge').as(
    db
      .update(transactions)
      .set({
        meterLastWh: sql`${given('meterLastWh')}::bigint`,
        sampledAt: sql`${given('sampledAt')}::timestamptz`,
        soc: sql`${given('soc')}::real`,
        reviewReason: sql`${given('reviewReason')}::text`,
      })
      .where(and(eq(transactions.id, given('id')), sql`xmin = ${given('version')}::xid`))
      .returning({ id: transactions.id, vehicleId: transactions.vehicleId }),
  );
  const connector = db.$with('connector').as(
    db
      .update(connectors)
      .set({
        // Meter values show that the charge isn't abandoned, whatever the connector's status.
        updatedAt: sql`${given('now')}::timestamptz`,
        cableOf: sql`coalesce(${given('cableOf')}::integer, ${connectors.cableOf})`,
        powerW: sql`coalesce(${given('powerW')}::integer, ${connectors.powerW})`,
        soc: sql`coalesce(${given('connectorSoc')}::real, ${connectors.soc})`,
        meterWh: sql`coalesce(${given('meterWh')}::bigint, ${connectors.meterWh})`,
      })
      .from(charge)
      .where(isAt(connectors, { chargePointId: given('chargePointId'), connectorId: given('connectorId') }))
      .returning({ connectorId: connectors.connectorId }),
  );
  const telemetryAt = sql`${given('telemetryAt')}::timestamptz`;
  const vehicle = db.$with('vehicle').as(
    db
      .update(fleetVehicles)
      .set({ telemetrySoc: sql`${given('telemetrySoc')}::real`, telemetryAt })
      .from(charge)
      .where(
        and(
          eq(fleetVehicles.vehicleId, charge.vehicleId),
          or(
            lt(fleetVehicles.telemetryAt, telemetryAt),
            and(isNull(fleetVehicles.telemetryAt), sql`${telemetryAt} is not null`),
          ),
        ),
      )
      .returning({ vehicleId: fleetVehicles.vehicleId }),
  );
  const stored = db
    .$with('stored')
    .as(insertSamples(db, sql`${charge}`).returning({ transactionId: meterValues.transactionId }));
  return db
    .with(charge, connector, vehicle, stored)
    .select({ id: charge.id })
    .from(charge)
    .prepare('store_readings');
});

/**
 * Stores what a charge's samples say.
 * @param now when the samples arrived
 * @returns false, and changes nothing, if the charge has changed since it was read
 */
export async function storeReadings(
  db: Db,
  { counted, version, connector, telemetry, samples }: Readings,
  now: Date,
): Promise<boolean> {
  const stored = await statement(db).execute({
    id: counted.id,
    version,
    meterLastWh: counted.meterLastWh,
    sampledAt: counted.sampledAt?.toISOString() ?? null,
    soc: counted.soc,
    reviewReason: counted.reviewReason,
    now: now.toISOString(),
    chargePointId: counted.chargePointId,
    connectorId: counted.connectorId,
    cableOf: connector.cableOf ?? null,
    powerW: connector.powerW ?? null,
    connectorSoc: connector.soc ?? null,
    meterWh: connector.meterWh ?? null,
    telemetrySoc: telemetry?.soc ?? null,
    telemetryAt: telemetry?.at.toISOString() ?? null,
    ...columnsOf(samples, now),
  });
  return stored.length > 0;
}

/** Stores the samples of a charge. */
export async function storeSamples(
  db: Db,
  { id }: Pick<TransactionRow, 'id'>,
  samples: Sample[],
  now: Date,
): Promise<void> {
  const columns = columnsOf(samples, now);
  if (columns.times.length > 0)
    await insertSamples(db, sql`(values (${id}::integer)) charge (id)`)
      .prepare('store_samples')
      .execute(columns);
}

/**
 * Returns the columns of the samples to store, each time once: some charge points send each figure in
 * a separate meter value with the same time. Samples older than `KEPT_WHOLE_MS` aren't stored, since
 * their month may be thinned concurrently.
 * @param now at most minutes ago (`thin-months.ts` relies on it)
 */
function columnsOf(samples: Sample[], now: Date) {
  const since = addMs(now, -KEPT_WHOLE_MS);
  const rows = new Map<number, Pick<Sample, 'at' | 'wh' | 'watts' | 'soc'>>();
  for (const { at, wh, watts, soc } of samples) {
    if (at < since || (wh ?? watts ?? soc) === undefined) continue;
    const same = rows.get(at.getTime());
    rows.set(at.getTime(), { at, wh: wh ?? same?.wh, watts: watts ?? same?.watts, soc: soc ?? same?.soc });
  }
  const all = [...rows.values()];
  return {
    times: all.map(({ at }) => at.toISOString()),
    registers: all.map(({ wh }) => (wh === undefined ? null : Math.round(wh))),
    powers: all.map(({ watts }) => watts ?? null),
    socs: all.map(({ soc }) => soc ?? null),
  };
}
