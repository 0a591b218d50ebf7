/** `GET /GuestCharge` */
import type { GuestCharge, GuestState } from '@shared/contract/guest-charge';
import type * as z from 'zod/mini';
import type { Db } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { guestCharges, orders, startAttempts, transactions } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import type { SessionUser } from '../people/auth/session.ts';
import type { GuestsContext } from './context.ts';
import { readGuestSums } from './guest-sums.ts';

/** @throws 404 for the session of an account */
export async function viewGuestCharge(
  { db, now }: Pick<GuestsContext, 'db' | 'now'>,
  user: SessionUser,
): Promise<z.input<typeof GuestCharge>> {
  const [found] = await readCharge(db, user.id);
  if (!found || !user.isGuest) throw notFound('GUEST_CHARGE');
  const { guest, order, charge } = found;
  const { paid, spent, back, credit } = await readGuestSums(db, user.id);
  // It goes back as well, but not yet: the bank has refused it, or the bill was lowered.
  const due = guest.closedAt && credit > 0 ? [{ cents: credit, state: 'rejected', bankId: null }] : [];
  const state = stateOf(found, now());
  return {
    orderId: order.id,
    chargePointId: guest.chargePointId,
    connectorId: guest.connectorId,
    amount: (paid || order.cents) / 100,
    state,
    errorCode: refusalOf(found),
    transactionId: charge?.id,
    spent: state === 'ended' ? spent / 100 : undefined,
    back: [...back, ...due].map(({ cents, state, bankId }) => ({ amount: cents / 100, state, bankId })),
  };
}

/** Returns a guest's charge with its order, and the newest attempt and transaction. */
const readCharge = (db: Db, userId: number) =>
  db
    .select({ guest: guestCharges, order: orders, attempt: startAttempts, charge: transactions })
    .from(guestCharges)
    .innerJoin(orders, eq(orders.id, guestCharges.orderId))
    .leftJoin(startAttempts, eq(startAttempts.userId, guestCharges.userId))
    .leftJoin(transactions, eq(transactions.userId, guestCharges.userId))
    .where(eq(guestCharges.userId, userId))
    .orderBy(desc(startAttempts.id), desc(transactions.id))
    .limit(1);

type Found = Awaited<ReturnType<typeof readCharge>>[number];

/** A failed attempt is closed in the next round only: until then it would be shown as one that starts. */
const refusalOf = ({ guest, attempt, charge }: Found): string | null =>
  guest.refusal ?? (charge ? null : (attempt?.errorCode ?? null));

function stateOf(found: Found, now: Date): GuestState {
  const { guest, order, attempt, charge } = found;
  if (refusalOf(found) !== null) return 'refused';
  if (charge) return charge.stoppedAt ? 'ended' : 'charging';
  if (guest.paidAt) return attempt?.status === 'accepted' ? 'waiting' : 'starting';
  // The code may still be on its way.
  const isPayable = order.state === 'pending' && !(order.data && new Date(order.data.due_date) < now);
  return isPayable ? 'unpaid' : 'expired';
}
