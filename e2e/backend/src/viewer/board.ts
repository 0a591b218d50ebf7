import { formatTimer } from '@shared/brazil';
import type { SiteBoard } from '@shared/contract';
import { eq, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../db/database.ts';
import { chargePoints, models, type sites } from '../db/schema.ts';
import { type ConnectorRow, energyKwh, loadConnectors } from '../live/views.ts';

type Models = ReadonlyMap<number, typeof models.$inferSelect>;

/** A site's connectors as its public board shows them. */
export async function siteBoard(db: Db, site: typeof sites.$inferSelect): Promise<z.input<typeof SiteBoard>> {
  const rows = await loadConnectors(db, eq(chargePoints.siteId, site.id));
  const modelIds = rows.flatMap(({ vehicle }) => (vehicle ? [vehicle.modelId] : []));
  const known = modelIds.length ? await db.select().from(models).where(inArray(models.id, modelIds)) : [];
  const byId: Models = new Map(known.map((model) => [model.id, model]));
  return {
    csName: site.name,
    csLogoFileId: site.logoFileId,
    csBgFileId: site.backgroundFileId,
    csBgColor: site.color,
    count: rows.length,
    connectors: rows.map((row) => boardRow(row, byId)),
  };
}

function boardRow({ connector, chargePoint, transaction, vehicle }: ConnectorRow, byId: Models) {
  // Only what an operator's own card charges has a name in public: a driver's vehicle is nobody's business.
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
    connectorStatus: connector.status,
  };
}

/** A car that trickles has no time to tell, nor has `HH:mm:ss` a place for it. */
const LONGEST_HOURS = 100;

/** `HH:mm:ss` until the battery is full at the present power; null where car or charge point don't tell enough. */
export function timeToFull(batteryKwh: number, soc: number | null, powerW: number | null): string | null {
  if (soc === null || !powerW) return null;
  const hours = ((Math.max(0, 100 - soc) / 100) * batteryKwh) / (powerW / 1000);
  return hours < LONGEST_HOURS ? formatTimer(hours * 3600) : null;
}
