/** Connectors as the live stream and `GET /OnlineConnectorStatus/…` tell them. */
import type { LiveConnector, PriceProfilePeriod, Transaction } from '@shared/contract';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { chargePoints, connectors, transactions, vehicles } from '../db/schema.ts';

type ConnectorRow = typeof connectors.$inferSelect;
type ChargePointRow = typeof chargePoints.$inferSelect;
type TransactionRow = typeof transactions.$inferSelect;

/** A charge as its user sees it: energy in kWh, power in kW. */
export function viewTransaction(
  row: TransactionRow,
  connector: Pick<ConnectorRow, 'powerW'> | undefined,
  uvName: string | null,
): Transaction {
  const registerWh = row.meterStopWh ?? row.meterLastWh;
  return {
    transactionId: String(row.id),
    chargePointId: row.chargePointId,
    connectorId: String(row.connectorId),
    startTime: row.startedAt.toISOString(),
    stopTime: row.stoppedAt?.toISOString(),
    startPriceProfilePeriod: (row.price ?? undefined) as PriceProfilePeriod | undefined,
    meterTotal: registerWh === null ? undefined : (registerWh - row.meterStartWh) / 1000,
    chargeRateKW: row.stoppedAt ? undefined : kilo(connector?.powerW),
    suspendedSince: row.suspendedAt?.toISOString(),
    overstaySeconds: row.overstaySeconds,
    uv: uvName === null ? undefined : { uvName },
  };
}

/** One charge by its id, whoever's it is; undefined where there is none. */
export async function loadTransaction(db: Db, transactionId: number) {
  const [found] = await db
    .select({ transaction: transactions, connector: connectors, uvName: vehicles.name })
    .from(transactions)
    .innerJoin(connectors, sameConnector())
    .leftJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .where(eq(transactions.id, transactionId));
  if (!found) return undefined;
  const view = viewTransaction(found.transaction, found.connector, found.uvName);
  return { userId: found.transaction.userId, view };
}

export const liveConnectorsOf = (db: Db, chargePointId: string, userId: number | undefined) =>
  load(db, eq(connectors.chargePointId, chargePointId), userId);

/** One connector with its charge, if that is the user's own; a guest sees none. */
export async function liveConnector(
  db: Db,
  chargePointId: string,
  connectorId: number,
  userId: number | undefined,
): Promise<LiveConnector | undefined> {
  const where = and(eq(connectors.chargePointId, chargePointId), eq(connectors.connectorId, connectorId));
  return (await load(db, where, userId))[0];
}

async function load(db: Db, where: SQL | undefined, userId: number | undefined): Promise<LiveConnector[]> {
  const rows = await db
    .select({ connector: connectors, chargePoint: chargePoints, open: transactions, uvName: vehicles.name })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .leftJoin(transactions, and(sameConnector(), isNull(transactions.stoppedAt)))
    .leftJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .where(where)
    .orderBy(connectors.connectorId, transactions.id);
  // The newest open charge of a connector is the one that it serves.
  const newest = new Map(rows.map((row) => [row.connector.connectorId, row]));
  return [...newest.values()].map(({ connector, chargePoint, open, uvName }) =>
    view(connector, chargePoint, open, open?.userId === userId ? uvName : null, userId),
  );
}

function view(
  connector: ConnectorRow,
  chargePoint: ChargePointRow,
  open: TransactionRow | null,
  uvName: string | null,
  userId: number | undefined,
): LiveConnector {
  const own = open && userId !== undefined && open.userId === userId ? open : undefined;
  const charged =
    open && open.meterLastWh !== null ? (open.meterLastWh - open.meterStartWh) / 1000 : undefined;
  return {
    chargerId: `${chargePoint.code}-${connector.connectorId}`,
    chargePointId: chargePoint.id,
    connectorId: String(connector.connectorId),
    siteId: String(chargePoint.siteId),
    status: connector.status ?? undefined,
    isConnected: chargePoint.online,
    meterKWH: charged,
    chargeRateKW: open ? kilo(connector.powerW) : undefined,
    soC: open ? (connector.soc ?? undefined) : undefined,
    cmcType: connector.current,
    cctName: connector.plug,
    cpCode: chargePoint.code,
    chargerModel: { cmMaxPower: connector.maxPowerKw },
    transaction: own ? viewTransaction(own, connector, uvName) : undefined,
  };
}

const sameConnector = () =>
  and(
    eq(transactions.chargePointId, connectors.chargePointId),
    eq(transactions.connectorId, connectors.connectorId),
  );

const kilo = (value: number | null | undefined) =>
  value === null || value === undefined ? undefined : value / 1000;
