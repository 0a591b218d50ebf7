/** Unlocks the cable of a driver's finished charge, and returns the charge point's reply. */
import type { RemoteResponse, UnlockRequest } from '@shared/contract';
import type * as z from 'zod/mini';
import { wholeNumber } from '../../platform/api/route.ts';
import { and, eq, isNull } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { connectors, transactions } from '../../platform/database/schema.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { memberOf } from '../charge-points/fields.ts';
import type { ChargingContext } from './context.ts';
import { mayUnlock } from './may-unlock.ts';
import { recordUnlock } from './record-periods.ts';
import { type Driver, rejected } from './request-start.ts';
import { UNLOCK_TIMEOUT_MS } from './response-timeouts.ts';

/** OCPP 1.6 §7.46. */
const REPLIES = ['Unlocked', 'UnlockFailed', 'NotSupported'] as const;

export async function unlockCable(
  context: ChargingContext,
  sendCall: SendCall,
  driver: Driver,
  { TransactionID }: z.output<typeof UnlockRequest>,
): Promise<RemoteResponse> {
  const { db } = context;
  const isThisCharge = eq(transactions.id, wholeNumber(TransactionID) ?? 0);
  const [found] = await db
    .select({ row: transactions, connector: connectors })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .where(and(isThisCharge, eq(transactions.userId, driver.id)));
  if (!found || !mayUnlock(found.row, found.connector)) return rejected('NO_CABLE');
  const { id, chargePointId, connectorId } = found.row;
  // The charge point ends an open transaction before it unlocks (OCPP 1.6 §5.18).
  const marked = await db
    .update(transactions)
    .set({ stopRequestedBy: 'driver' })
    .where(and(isThisCharge, isNull(transactions.stoppedAt), isNull(transactions.stopRequestedBy)))
    .returning({ id: transactions.id });
  const { reply } = await sendCall(chargePointId, 'UnlockConnector', { connectorId }, UNLOCK_TIMEOUT_MS);
  const status = memberOf(REPLIES, reply?.status) ?? 'TimedOut';
  if (marked.length > 0 && status !== 'Unlocked')
    await db
      .update(transactions)
      .set({ stopRequestedBy: null })
      // A stop that was requested meanwhile, by the driver or for lack of credit, keeps its reason.
      .where(and(isThisCharge, isNull(transactions.stoppedAt), isNull(transactions.stopWantedAt)));
  if (status === 'Unlocked' || status === 'UnlockFailed')
    await recordUnlock(context, id, status === 'UnlockFailed');
  return { status, info: '' };
}
