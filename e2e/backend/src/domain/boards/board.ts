import { formatTimer } from '@shared/brazil';
import type { SiteBoard } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray } from '../../platform/database/orm.ts';
import { chargePoints, models, type SiteRow } from '../../platform/database/schema.ts';
import { waitsForPower } from '../charging/shared-power.ts';
import { type ConnectorRow, energyKwh, loadConnectors } from '../charging/views.ts';
import { shownStatus } from '../sites/hold.ts';
import { isInService } from '../sites/in-service.ts';

type Models = ReadonlyMap<number, typeof models.$inferSelect>;

/** Returns a site's connectors as its public board shows them. */
export async function siteBoard(db: Db, site: SiteRow): Promise<z.input<typeof SiteBoard>> {
  const rows = await loadConnectors(db, and(eq(chargePoints.siteId, site.id), isInService));
  const modelIds = rows.flatMap(({ vehicle }) => (vehicle ? [vehicle.modelId] : []));
  const known = modelIds.length ? await db.select().from(models).where(inArray(models.id, modelIds)) : [];
  const byId: Models = new Map(known.map((model) => [model.id, model]));
  return {
    csName: site.name,
    csLogoFileId: site.logoFileId,
    csBgFileId: site.backgroundFileId,
    csBgColor: site.color,
    count: rows.length,
    sharedPower: sharedPowerOf(site, rows),
    connectors: rows.map((row) => boardRow(row, byId)),
  };
}

/** Returns the limit of a site that shares its power, and what its cars draw of it. */
function sharedPowerOf({ maxPowerKw }: SiteRow, rows: readonly ConnectorRow[]) {
  if (maxPowerKw === null || rows.every(({ power }) => power === null)) return undefined;
  const charging = rows.filter(({ transaction, chargePoint }) => transaction && chargePoint.online);
  const watts = charging.reduce((sum, { connector }) => sum + (connector.powerW ?? 0), 0);
  return { maxKW: maxPowerKw, usedKW: watts / 1000 };
}

function boardRow({ connector, chargePoint, transaction, vehicle, power }: ConnectorRow, byId: Models) {
  // Only vehicles on an operator's own card are named in public: a driver's vehicle is private.
  const fleetVehicle = transaction?.userId === null ? vehicle : null;
  const charging = transaction && connector.status === 'Charging';
  const battery = fleetVehicle && byId.get(fleetVehicle.modelId)?.batteryKwh;
  return {
    name: connector.name,
    uvName: fleetVehicle?.name,
    soC: transaction ? connector.soc : null,
    cpCode: chargePoint.code,
    connectorId: connector.connectorId,
    transactionId: transaction?.id,
    meterKWH: transaction && energyKwh(transaction),
    chargeRateKW: charging && connector.powerW !== null ? connector.powerW / 1000 : null,
    requiredChargeTime: charging && battery ? timeToFull(battery, connector.soc, connector.powerW) : null,
    startTime: transaction?.startedAt.toISOString(),
    cpStatus: chargePoint.online ? 'Online' : 'Offline',
    connectorStatus: shownStatus(connector),
    waitsForPower: transaction && power && waitsForPower(power, transaction.id) ? true : undefined,
  };
}

/** A longer time means that the car barely charges, and doesn't fit into `HH:mm:ss`. */
const MAX_HOURS = 100;

/** Returns the time to full at the present power, `HH:mm:ss`; null if unknown. */
export function timeToFull(batteryKwh: number, soc: number | null, powerW: number | null): string | null {
  if (soc === null || !powerW) return null;
  const hours = ((Math.max(0, 100 - soc) / 100) * batteryKwh) / (powerW / 1000);
  return hours < MAX_HOURS ? formatTimer(hours * 3600) : null;
}
