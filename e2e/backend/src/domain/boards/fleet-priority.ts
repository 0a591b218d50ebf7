import { formatTimer } from '@shared/brazil';
import type { FleetPriority } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, exists, isNull, sql } from '../../platform/database/orm.ts';
import {
  chargePoints,
  fleetVehicles,
  models,
  type SiteRow,
  transactions,
  vehicles,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../platform/time.ts';
import { compareByNeed, isUrgent, slackOf } from '../charging/charging-priority.ts';
import { type MeasuredNeed, readNeeds } from '../charging/departures.ts';
import { missingKwh } from '../vehicles/battery.ts';

type Model = typeof models.$inferSelect;

/** Returns a site's fleet in the order in which it should charge; vehicles without a report last. */
export async function fleetPriority(
  db: Db,
  site: SiteRow,
  now: Date,
): Promise<z.input<typeof FleetPriority>> {
  // Charges by fleet card or in the app: the response doesn't include the payer.
  const charges = db
    .select({ id: transactions.id })
    .from(transactions)
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .where(
      and(
        eq(transactions.vehicleId, fleetVehicles.vehicleId),
        eq(chargePoints.siteId, site.id),
        isNull(transactions.stoppedAt),
      ),
    );
  const needs = await readNeeds(db, eq(fleetVehicles.siteId, site.id), now);
  const rows = await db
    .select({
      telemetry: fleetVehicles,
      vehicle: vehicles,
      model: models,
      isCharging: sql<boolean>`${exists(charges)}`,
    })
    .from(fleetVehicles)
    .innerJoin(vehicles, eq(vehicles.id, fleetVehicles.vehicleId))
    .innerJoin(models, eq(models.id, vehicles.modelId))
    .where(eq(fleetVehicles.siteId, site.id))
    .orderBy(asc(fleetVehicles.telemetrySoc), asc(vehicles.plate));
  const candidateOf = ({ telemetry }: (typeof rows)[number]) => ({
    soc: telemetry.telemetrySoc,
    need: needs.get(telemetry.vehicleId),
  });
  const compare = compareByNeed(now.getTime());
  const fleet = rows.toSorted((one, other) => compare(candidateOf(one), candidateOf(other)));
  const missingOf = ({ telemetry, model }: (typeof rows)[number]) =>
    missingKwh(model, telemetry.telemetrySoc) ?? 0;
  return {
    csName: site.name,
    count: fleet.length,
    requiredBattKwh: tenths(sum(fleet.map(missingOf))),
    chargeTimeACHour: tenths(sum(fleet.map((row) => missingOf(row) / row.model.maxAcKw))),
    fleetVehicles: fleet.map(({ telemetry, vehicle, model, isCharging }) => ({
      vmName: model.name,
      uvId: vehicle.id,
      uvLicencePlate: vehicle.plate,
      uvTelemetrySoc: telemetry.telemetrySoc,
      uvTelemetryTimestamp: telemetry.telemetryAt?.toISOString(),
      isCharging,
      ...estimatesOf(model, telemetry.telemetrySoc),
      ...departureOf(needs.get(vehicle.id), now),
    })),
  };
}

/** Returns estimates for a battery with a known state of charge. */
function estimatesOf(model: Model, soc: number | null) {
  const missing = missingKwh(model, soc);
  if (missing === undefined) return {};
  const left = model.batteryKwh - missing;
  return {
    autonomyKm: Math.round(left * model.kmPerKwh),
    chargeTimeAC: formatTimer((missing / model.maxAcKw) * 3600),
  };
}

/** Returns when a vehicle departs, when it will be ready with the power measured now, and whether that is in time. */
function departureOf(need: MeasuredNeed | undefined, now: Date) {
  if (!need) return {};
  const { departsAt, kwh, powerW } = need;
  const restMs = kwh && powerW ? (kwh / (powerW / 1000)) * HOUR_MS : undefined;
  return {
    departsAt: new Date(departsAt).toISOString(),
    // A longer time means that the car barely charges.
    readyAt: restMs !== undefined && restMs < DAY_MS ? addMs(now, restMs).toISOString() : undefined,
    readiness: readinessOf(need, now.getTime()),
  };
}

function readinessOf(need: MeasuredNeed, now: number) {
  if (need.kwh === 0) return 'ready';
  if (!isUrgent(need, now)) return undefined;
  return slackOf(need, now) < 0 ? 'late' : 'urgent';
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const tenths = (value: number) => Math.round(value * 10) / 10;
