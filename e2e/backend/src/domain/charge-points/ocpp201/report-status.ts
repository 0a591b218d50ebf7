/**
 * Reads the statuses of OCPP 2.0.1 as those of OCPP 1.6: a connector with a cable is `Occupied` only,
 * and what happens there is the charging state of its transaction.
 */
import type { ConnectorStatus } from '@shared/contract';
import { and, isNull } from '../../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../../platform/database/rows.ts';
import { connectors, transactions } from '../../../platform/database/schema.ts';
import type { ChargePointsContext } from '../context.ts';
import type { ChargingState, TransactionEvent } from './transaction-event.ts';

type Context = Pick<ChargePointsContext, 'db' | 'charges'>;

/** Statuses of OCPP 1.6 that are charging states as well. */
const CHARGING = ['Charging', 'SuspendedEV', 'SuspendedEVSE'] as const;
const asCharging = (state: ConnectorStatus | ChargingState | null | undefined) =>
  CHARGING.find((known) => known === state);

/** Reports the charging state of a connector's newest event. */
export async function reportChargingState(
  context: Context,
  here: ConnectorKey,
  { kind, chargingState, reason, at }: TransactionEvent,
  hasCharge: boolean,
): Promise<void> {
  const isEnd = kind === 'Ended';
  if (!isEnd && (chargingState === undefined || chargingState === 'Idle')) return;
  const present = await statusOf(context, here);
  const isCharging = hasCharge && asCharging(present) !== undefined;
  if (isEnd) {
    // The connector may be free already: what ends a charge is reported in any order.
    const hasCable = reason !== 'EVDisconnected' && hasCharge && (isCharging || present === 'Preparing');
    if (hasCable) await report(context, here, 'Finishing', at, true);
    return;
  }
  // Energy that has stopped while the transaction goes on isn't the driver's pause.
  const withoutEnergy = isCharging ? 'SuspendedEVSE' : 'Preparing';
  const status = asCharging(chargingState) ?? withoutEnergy;
  if (status !== present) await report(context, here, status, at, true);
}

/** Reports the status of a connector as its charge point sent it. */
export async function reportStatus(
  context: Context,
  here: ConnectorKey,
  connectorStatus: string | undefined,
  timestamp: Date | undefined,
): Promise<void> {
  const isOccupied = connectorStatus === 'Occupied';
  const status = isOccupied ? await occupiedStatus(context, here) : connectorStatus;
  await report(context, here, status, timestamp);
}

const report = (
  { charges }: Context,
  { chargePointId, connectorId }: ConnectorKey,
  status: string | undefined,
  timestamp: Date | undefined,
  isDerived = false,
) =>
  charges.handleStatus(chargePointId, {
    connectorId,
    status,
    errorCode: status === 'Faulted' ? 'OtherError' : 'NoError',
    timestamp,
    isDerived,
  });

async function statusOf({ db }: Context, here: ConnectorKey): Promise<ConnectorStatus | null> {
  const [connector] = await db
    .select({ status: connectors.status })
    .from(connectors)
    .where(isAt(connectors, here));
  return connector?.status ?? null;
}

/** Returns what a connector with a cable does, as far as it is known. */
async function occupiedStatus({ db }: Context, here: ConnectorKey): Promise<ConnectorStatus> {
  const [found] = await db
    .select({ status: connectors.status, cableOf: connectors.cableOf, open: transactions.id })
    .from(connectors)
    .leftJoin(transactions, and(isAt(transactions, connectors), isNull(transactions.stoppedAt)))
    .where(isAt(connectors, here));
  if (!found) return 'Preparing';
  if (found.open !== null) return asCharging(found.status) ?? 'Charging';
  // The cable of the last charge hasn't been unplugged.
  return found.cableOf === null ? 'Preparing' : 'Finishing';
}
