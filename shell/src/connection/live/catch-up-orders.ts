/**
 * Reports outcomes of top-ups that no live event reported, during or after an outage, or after a
 * reload: as if the event arrived now. Loaded after the first screen.
 */
import { queries } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { forgetOrder, isFinalState, pendingOrdersOf } from '@shared/client/pending-orders';
import { orderMethod, PIX } from '@shared/contract';
import { emitLiveEvent, liveConnectionAtom, userIdAtom } from '@shared/state';
import { report } from '../../errors/report.ts';
import type { PageState } from '../../page-state.ts';
import { TOP_UP } from './order-toast.ts';
import { pollsAtom } from './polls.ts';

/** Returns a function that unsubscribes. */
export function catchUpOrders({ store, cache }: PageState): () => void {
  async function check(orderId: string, user: string) {
    const order = await cache.fetchQuery({ ...queries.order(orderId), staleTime: 0 });
    // Meanwhile the event may have arrived, or another user may have logged in.
    if (store.get(userIdAtom) !== user || !pendingOrdersOf(user).includes(orderId)) return;
    if (!isFinalState(order.orderState)) return;
    // The user knows that they haven't paid a code.
    if (order.orderState !== 'paid' && orderMethod(order).item_type === PIX) return forgetOrder(orderId);
    const event = { type: 'order', order: { ...order, orderOtId: TOP_UP } } as const;
    applyEvent(event, cache);
    for (const error of emitLiveEvent(event)) report(error, 'live listener');
  }

  async function checkAll() {
    // After the resync for the same change, which would cancel an earlier request.
    await Promise.resolve();
    const user = store.get(userIdAtom);
    if (user === undefined) return;
    // An order that can't be read now is checked at the next change or poll.
    for (const orderId of pendingOrdersOf(user))
      check(orderId, user).catch((error: unknown) => report(error, 'pending order'));
  }

  const unsubscribes = [
    store.sub(liveConnectionAtom, checkAll),
    store.sub(pollsAtom, checkAll),
    store.sub(userIdAtom, checkAll),
  ];
  void checkAll();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
