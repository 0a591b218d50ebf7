/** Turns an event of the bus, which contains only ids, into frames for this instance's sockets. */

import type { BusEvent } from '../../platform/bus/bus.ts';
import { eq, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { orders, transactions, vehicles } from '../../platform/database/schema.ts';
import { connectorView, loadConnector, transactionView } from '../charging/views.ts';
import { orderView } from '../money/wallet/orders.ts';
import { paybackFrame } from '../money/wallet/paybacks.ts';
import { tokenHashes } from '../people/auth/tokens.ts';
import type { LiveContext } from './context.ts';
import type { Sockets } from './sockets.ts';

type Context = Pick<LiveContext, 'db' | 'watched' | 'now'>;

/** Sends an event to the users it concerns. Loads nothing if no user is connected. */
export async function deliver(context: Context, sockets: Sockets, event: BusEvent): Promise<void> {
  if (sockets.isEmpty()) return;
  switch (event.kind) {
    case 'connector':
      return deliverConnector(context, sockets, event);
    case 'transactionStarted':
      return deliverTransaction(context, sockets, event.transactionId, 'StartTransactionIntegrationEvent');
    case 'transactionStopped':
      return deliverTransaction(context, sockets, event.transactionId, 'StopTransactionIntegrationEvent');
    case 'startError': {
      const { kind: _, userId, ...error } = event;
      return sockets.send([userId], { type: 'ErrorStartTransactionIntegrationEvent', ...error });
    }
    case 'order':
      return deliverOrder(context, sockets, event.orderId);
    case 'payback':
      return deliverPayback(context, sockets, event.paybackId);
    case 'sessionsEnded':
      return sockets.closeOthers(
        event.userId,
        (await tokenHashes(context.db, event.userId)).add(event.asker ?? ''),
      );
    case 'watched':
    case 'connected':
    case 'handshakeRefused':
      return undefined;
  }
}

/** Sends a connector's state to the user who charges there and to those who watch the site. */
async function deliverConnector(
  { db, watched, now }: Context,
  sockets: Sockets,
  { audience, ...connector }: Extract<BusEvent, { kind: 'connector' }>,
) {
  const recipientsOf = (siteId: number, charging: number | null | undefined) => {
    const users = new Set(watched.viewersOf(siteId));
    if (charging) users.add(charging);
    return [...users].filter(sockets.has);
  };
  if (audience && recipientsOf(audience.siteId, audience.userId).length === 0) return;
  const row = await loadConnector(db, connector);
  if (!row) return;
  // Only these two are shown something of their own; a thousand others may watch the site.
  const involved = [row.transaction?.userId, row.connector.hold?.turn?.userId];
  const recipients = Map.groupBy(recipientsOf(row.chargePoint.siteId, row.transaction?.userId), (userId) =>
    involved.includes(userId) ? userId : undefined,
  );
  for (const [userId, users] of recipients)
    sockets.send(users, {
      type: 'UpdateConnectorStatusIntegrationEvent',
      connector: connectorView(row, userId, now()),
    });
}

const transactionStatement = prepareOnce((db) =>
  db
    .select({ transaction: transactions, vehicleName: vehicles.name })
    .from(transactions)
    .leftJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('transaction'),
);

async function deliverTransaction({ db }: Context, sockets: Sockets, transactionId: number, type: string) {
  const [row] = await transactionStatement(db).execute({ id: transactionId });
  if (!row?.transaction.userId || !sockets.has(row.transaction.userId)) return;
  const transaction = transactionView(row.transaction, null, row.vehicleName ?? undefined);
  sockets.send([row.transaction.userId], { type, transaction });
}

async function deliverPayback({ db }: Context, sockets: Sockets, paybackId: number) {
  const payback = await paybackFrame(db, paybackId);
  if (payback) sockets.send([payback.userId], { order: payback.order });
}

async function deliverOrder({ db }: Context, sockets: Sockets, orderId: number) {
  const [owner] = await db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!owner || !sockets.has(owner.userId)) return;
  sockets.send([owner.userId], { order: await orderView(db, orderId) });
}
