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

type Model = typeof models.$inferSelect;

/** Returns a site's fleet, the emptiest battery first and vehicles without a report last. */
export async function fleetPriority(db: Db, site: SiteRow): Promise<z.input<typeof FleetPriority>> {
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
  const fleet = await db
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
  const missing = fleet.map(({ telemetry, model }) => missingKwh(model, telemetry.telemetrySoc) ?? 0);
  return {
    csName: site.name,
    count: fleet.length,
    requiredBattKwh: tenths(sum(missing)),
    chargeTimeACHour: tenths(sum(missing.map((kwh, i) => kwh / (fleet[i]?.model.maxAcKw ?? 1)))),
    fleetVehicles: fleet.map(({ telemetry, vehicle, model, isCharging }) => ({
      vmName: model.name,
      uvId: vehicle.id,
      uvLicencePlate: vehicle.plate,
      uvTelemetrySoc: telemetry.telemetrySoc,
      uvTelemetryTimestamp: telemetry.telemetryAt?.toISOString(),
      isCharging,
      ...estimatesOf(model, telemetry.telemetrySoc),
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

function missingKwh({ batteryKwh }: Model, soc: number | null): number | undefined {
  return soc === null ? undefined : (Math.max(0, 100 - soc) / 100) * batteryKwh;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const tenths = (value: number) => Math.round(value * 10) / 10;
