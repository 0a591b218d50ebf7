/** Connectors and transactions in the format of responses and live frames. */

import { excludedSecondsOf } from '@shared/charging';
import type { LiveConnector, Transaction } from '@shared/contract';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, type SQL, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectorPower,
  connectors,
  models,
  type TransactionRow,
  transactions,
  vehicles,
} from '../../platform/database/schema.ts';
import { shownStatus } from '../sites/hold.ts';
import { keyOf } from '../sites/measure-connectors.ts';
import { BY_NAME } from '../sites/site-connectors.ts';
import { secondsToFull } from '../vehicles/battery.ts';
import { timesOf } from './charge-periods.ts';
import { mayUnlock } from './may-unlock.ts';
import { sharedPowerOf } from './shared-power.ts';

export type ConnectorRow = Awaited<ReturnType<typeof connectorsWith>>[number];

/** Returns connectors sorted by name, with their charge point and open transaction. */
export const loadConnectors = async (db: Db, where: SQL | undefined): Promise<ConnectorRow[]> =>
  newestOf(await connectorsWith(db, where));

/** Returns one connector, like `loadConnectors`. */
export async function loadConnector(db: Db, { chargePointId, connectorId }: ConnectorKey) {
  const [row] = newestOf(await connectorStatement(db).execute({ chargePointId, connectorId }));
  return row;
}

/** Prepared: it runs for every meter value that a user sees. */
const connectorStatement = prepareOnce((db) => {
  const here = {
    chargePointId: sql.placeholder('chargePointId'),
    connectorId: sql.placeholder('connectorId'),
  };
  return connectorsWith(db, isAt(connectors, here)).prepare('connector');
});

const connectorsWith = (db: Db, where: SQL | undefined) =>
  db
    .select({
      connector: connectors,
      chargePoint: chargePoints,
      /** The open one, if any. */
      transaction: transactions,
      vehicle: vehicles,
      /** Capacity of the vehicle's battery; 0 if its model isn't known. */
      batteryKwh: models.batteryKwh,
      /** Only at a site that shares its power. */
      power: connectorPower.state,
    })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .leftJoin(transactions, and(isAt(transactions, connectors), isNull(transactions.stoppedAt)))
    .leftJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .leftJoin(models, eq(models.id, vehicles.modelId))
    .leftJoin(connectorPower, isAt(connectorPower, connectors))
    .where(where)
    .orderBy(...BY_NAME, transactions.id);

function newestOf(rows: ConnectorRow[]): ConnectorRow[] {
  // A charge point that lost power may leave a transaction open; the newest is the current one.
  const newest = new Map(rows.map((row) => [keyOf(row.connector), row]));
  return [...newest.values()];
}

/** Returns a connector's live status. Only the charging user gets the transaction. */
export function connectorView(
  row: ConnectorRow,
  userId: number | undefined,
  now: Date,
): z.input<typeof LiveConnector> {
  const { connector, chargePoint, transaction, vehicle, power } = row;
  const { maxPowerKw } = connector;
  const own = transaction && userId !== undefined && transaction.userId === userId ? transaction : undefined;
  return {
    chargerId: `${chargePoint.code}-${connector.connectorId}`,
    chargePointId: chargePoint.id,
    connectorId: connector.connectorId,
    siteId: chargePoint.siteId,
    status: shownStatus(connector, userId),
    isConnected: chargePoint.online,
    meterKWH: transaction ? energyKwh(transaction) : null,
    chargeRateKW: connector.powerW === null ? null : connector.powerW / 1000,
    soC: connector.soc,
    cmcType: connector.current,
    cctName: connector.plug,
    cpCode: chargePoint.code,
    chargerModel: { cmMaxPower: maxPowerKw },
    transaction: own && {
      ...transactionView(own, connector.powerW, vehicle?.name),
      secondsToFull: secondsToFull(row.batteryKwh, connector),
      canUnlock: chargePoint.online && mayUnlock(own, connector),
      sharedPower: sharedPowerOf({ state: power, maxPowerKw, transactionId: own.id }, now),
    },
  };
}

/** Values that the charge point doesn't report are null. */
export function transactionView(
  transaction: TransactionRow,
  powerW: number | null,
  vehicleName: string | undefined,
): z.input<typeof Transaction> {
  const times = timesOf(transaction, transaction.stoppedAt ?? undefined);
  return {
    transactionId: transaction.id,
    chargePointId: transaction.chargePointId,
    connectorId: transaction.connectorId,
    startTime: transaction.startedAt.toISOString(),
    stopTime: transaction.stoppedAt?.toISOString(),
    startPriceProfilePeriod: transaction.price,
    meterTotal: energyKwh(transaction),
    chargeRateKW: powerW === null || transaction.stoppedAt ? null : powerW / 1000,
    suspendedSince: isoOf(times.suspendedSince),
    overstaySeconds: Math.floor(times.overstaySeconds),
    pausedSince: isoOf(times.pausedSince),
    pausedSeconds: times.pausedSeconds && Math.floor(times.pausedSeconds),
    excludedSince: isoOf(times.excludedSince),
    excludedBy: times.excludedBy,
    excludedSeconds: Math.ceil(excludedSecondsOf(times)),
    stopReason: transaction.stopReason,
    uv: vehicleName === undefined ? null : { uvName: vehicleName },
  };
}

const isoOf = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Returns the energy of a transaction so far, in kWh; null before the first meter value. */
export function energyKwh({ meterStartWh, meterLastWh, meterStopWh }: TransactionRow): number | null {
  const meter = meterStopWh ?? meterLastWh;
  return meter === null ? null : Math.max(0, meter - meterStartWh) / 1000;
}
