import { formatTimer } from '@shared/brazil';
import type { SiteBoard } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, type SiteRow } from '../../platform/database/schema.ts';
import { waitsForPower } from '../charging/shared-power.ts';
import { type ConnectorRow, energyKwh, loadConnectors } from '../charging/views.ts';
import { shownStatus } from '../sites/hold.ts';
import { isInService } from '../sites/in-service.ts';
import { secondsToFull } from '../vehicles/battery.ts';

/** Returns a site's connectors as its public board shows them. */
export async function siteBoard(db: Db, site: SiteRow): Promise<z.input<typeof SiteBoard>> {
  const rows = await loadConnectors(db, and(eq(chargePoints.siteId, site.id), isInService));
  return {
    csName: site.name,
    csLogoFileId: site.logoFileId,
    csBgFileId: site.backgroundFileId,
    csBgColor: site.color,
    count: rows.length,
    sharedPower: sharedPowerOf(site, rows),
    connectors: rows.map(boardRow),
  };
}

/** Returns the limit of a site that shares its power, and what its cars draw of it. */
function sharedPowerOf({ maxPowerKw }: SiteRow, rows: readonly ConnectorRow[]) {
  if (maxPowerKw === null || rows.every(({ power }) => power === null)) return undefined;
  const charging = rows.filter(({ transaction, chargePoint }) => transaction && chargePoint.online);
  const watts = charging.reduce((sum, { connector }) => sum + (connector.powerW ?? 0), 0);
  return { maxKW: maxPowerKw, usedKW: watts / 1000 };
}

function boardRow({ connector, chargePoint, transaction, vehicle, batteryKwh, power }: ConnectorRow) {
  // Only vehicles on an operator's own card are named in public: a driver's vehicle is private.
  const fleetVehicle = transaction?.userId === null ? vehicle : null;
  // While a charge point is offline, the last power that it reported may be outdated.
  const charging = transaction && chargePoint.online && connector.status === 'Charging';
  const remaining = charging && fleetVehicle ? secondsToFull(batteryKwh, connector) : null;
  return {
    name: connector.name,
    uvName: fleetVehicle?.name,
    soC: transaction ? connector.soc : null,
    cpCode: chargePoint.code,
    connectorId: connector.connectorId,
    transactionId: transaction?.id,
    meterKWH: transaction && energyKwh(transaction),
    chargeRateKW: charging && connector.powerW !== null ? connector.powerW / 1000 : null,
    requiredChargeTime: remaining === null ? null : formatTimer(remaining),
    startTime: transaction?.startedAt.toISOString(),
    cpStatus: chargePoint.online ? 'Online' : 'Offline',
    connectorStatus: shownStatus(connector),
    waitsForPower: transaction && power && waitsForPower(power, transaction.id) ? true : undefined,
  };
}
