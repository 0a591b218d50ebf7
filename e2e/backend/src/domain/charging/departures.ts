/** What the vehicles of fleets need before they depart. */
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, gt, isNotNull, isNull, or, type SQL } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { connectors, fleetVehicles, models, transactions, vehicles } from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { nextTimeOfDay } from '../sites/local-time.ts';
import { missingKwh } from '../vehicles/battery.ts';
import type { Need } from './charging-priority.ts';
import { energyKwh } from './views.ts';

type Model = typeof models.$inferSelect;
/** An older measurement doesn't say with which power the vehicle charges now. */
const MEASURED_MS = 5 * MINUTE_MS;

export interface MeasuredNeed extends Need {
  /** Power measured now; undefined if the vehicle doesn't charge, or it is unknown. */
  powerW: number | undefined;
}

/** Returns the needs of the vehicles that have a departure, by the vehicle's id. */
export async function readNeeds(db: Db, which: SQL, now: Date): Promise<Map<number, MeasuredNeed>> {
  const isRecent = gt(transactions.startedAt, addMs(now, -2 * DAY_MS));
  const rows = await db
    .select({
      vehicle: fleetVehicles,
      model: models,
      charge: transactions,
      connector: {
        current: connectors.current,
        maxPowerKw: connectors.maxPowerKw,
        powerW: connectors.powerW,
      },
    })
    .from(fleetVehicles)
    .innerJoin(vehicles, eq(vehicles.id, fleetVehicles.vehicleId))
    .innerJoin(models, eq(models.id, vehicles.modelId))
    .leftJoin(
      transactions,
      and(eq(transactions.vehicleId, fleetVehicles.vehicleId), or(isNull(transactions.stoppedAt), isRecent)),
    )
    .leftJoin(connectors, isAt(connectors, transactions))
    .where(and(isNotNull(fleetVehicles.departure), which))
    .orderBy(asc(transactions.id));
  const byVehicle = Map.groupBy(rows, ({ vehicle }) => vehicle.vehicleId);
  return new Map([...byVehicle].flatMap(([id, own]) => needOf(own).map((need) => [id, need] as const)));

  function needOf(own: typeof rows): MeasuredNeed[] {
    const [first] = own;
    if (!first?.vehicle.departure) return [];
    const { vehicle, model } = first;
    const open = own.findLast(({ charge }) => charge?.stoppedAt === null);
    // A vehicle that is still plugged in at its departure is late: its next one is tomorrow only afterwards.
    const departsAt = nextTimeOfDay(first.vehicle.departure, open?.charge?.startedAt ?? now);
    const since = addMs(departsAt, -DAY_MS);
    const charged = own.map(({ charge }) => (charge && charge.startedAt >= since && energyKwh(charge)) || 0);
    const required = charged.reduce((rest, kwh) => rest - kwh, vehicle.requiredKwh ?? Infinity);
    const isReported = vehicle.telemetryAt && vehicle.telemetryAt >= since;
    const missing = (isReported ? missingKwh(model, vehicle.telemetrySoc) : undefined) ?? Infinity;
    const kwh = Math.max(0, Math.min(required, missing));
    const { sampledAt } = open?.charge ?? {};
    const isMeasured = sampledAt && sampledAt > addMs(now, -MEASURED_MS);
    return [
      {
        departsAt: departsAt.getTime(),
        kwh: Number.isFinite(kwh) ? kwh : undefined,
        mostKw: mostKwOf(model, open?.connector),
        powerW: (isMeasured && open?.connector?.powerW) || undefined,
      },
    ];
  }
}

/** Returns the most with which a model charges at a connector, or at alternating current. */
function mostKwOf(
  { maxAcKw }: Model,
  connector?: Pick<typeof connectors.$inferSelect, 'current' | 'maxPowerKw'> | null,
): number {
  if (!connector) return maxAcKw;
  return connector.current === 'DC' ? connector.maxPowerKw : Math.min(maxAcKw, connector.maxPowerKw);
}
