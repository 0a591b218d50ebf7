import { secondsBetween } from '@shared/brazil';
import type { ChargeTimes } from '@shared/charging';
import type { UserTransaction } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, sites, transactions, vehicles } from '../../platform/database/schema.ts';
import { orderView } from '../money/wallet/orders.ts';
import { timesOf } from './charge-periods.ts';
import { mayUnlock } from './may-unlock.ts';

/** Returns a user's own charge with its bill; undefined for any other charge. */
export async function chargeReceipt(
  db: Db,
  userId: number,
  transactionId: number,
): Promise<z.input<typeof UserTransaction> | undefined> {
  const [found] = await db
    .select({ transaction: transactions, chargePoint: chargePoints, site: sites, vehicleName: vehicles.name })
    .from(transactions)
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .leftJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .where(and(eq(transactions.id, transactionId), eq(transactions.userId, userId)));
  if (!found) return undefined;
  const { transaction, chargePoint, site, vehicleName } = found;
  const plugs = await db.select().from(connectors).where(eq(connectors.chargePointId, chargePoint.id));
  const usedConnector = plugs.find(({ connectorId }) => connectorId === transaction.connectorId);
  const meterWh = transaction.meterStopWh ?? transaction.meterLastWh;
  const { startedAt, stoppedAt } = transaction;
  const order = transaction.orderId === null ? null : await orderView(db, transaction.orderId);
  return {
    transactionId: transaction.id,
    // Energy of the charge, not the meter's register.
    meterStop: meterWh === null ? null : Math.max(0, meterWh - transaction.meterStartWh),
    startTime: startedAt.toISOString(),
    stopTime: stoppedAt?.toISOString(),
    chargeTime: stoppedAt && secondsBetween(startedAt, stoppedAt),
    excludedTimes: stoppedAt
      ? timesOf(transaction, stoppedAt).excluded.filter(isNotable).map(wholeSeconds)
      : [],
    stopReason: transaction.stopReason,
    canUnlock: chargePoint.online && usedConnector !== undefined && mayUnlock(transaction, usedConnector),
    amount: transaction.billCents === null ? null : (order?.orderAmount ?? transaction.billCents / 100),
    chargerSite: {
      csId: site.id,
      csName: site.name,
      csFormattedAddress: site.address,
      csLocation: { coordinates: [site.lng, site.lat] },
      csLogoFileId: site.logoFileId,
      csBgFileId: site.backgroundFileId,
      csBgColor: site.color,
    },
    chargePoint: {
      cpCode: chargePoint.code,
      cpCm: {
        cmMaxPower: usedConnector?.maxPowerKw ?? chargePoint.maxPowerKw,
        cmSpeed: usedConnector?.current,
        manufacturer: chargePoint.manufacturer,
        connectors: plugs.map(({ connectorId, plug }) => ({ connectorId, cctName: plug })),
      },
    },
    connectorId: transaction.connectorId,
    startPricePeriod: transaction.price,
    startPriceProfilePeriod: transaction.price,
    uvName: vehicleName,
    order,
  };
}

/** Between a stop's acceptance, or a free connector, and the stop there are some seconds in most charges. */
const isNotable = ({ cause, seconds }: ChargeTimes['excluded'][number]) =>
  seconds >= 60 || (cause !== 'stop' && cause !== 'unplugged');

const wholeSeconds = ({ cause, seconds }: ChargeTimes['excluded'][number]) => ({
  cause,
  seconds: Math.round(seconds),
});
