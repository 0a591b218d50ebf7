import { reaisFromCents } from '@shared/brazil';
import { ApiError, queries, useIsShown, useQueryClient, writes } from '@shared/client';
import { isFinalState, rememberOrder } from '@shared/client/pending-orders';
import { useWriteOnce } from '@shared/client/use-write-once';
import { calls, type LiveEvent } from '@shared/contract';
import { useNavigate, usePaths } from '@shared/router';
import {
  onLiveEvent,
  orderToastId,
  type Session,
  sessionAtom,
  showToastAtom,
  useLiveEvent,
  userIdAtom,
} from '@shared/state';
import { useStore } from 'jotai';
import { useRef } from 'react';
import { hasMessage, type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';
import { results } from './strings.ts';

/** Order states for which the live message shows a toast on any screen. */
const TOASTED_STATES: ReadonlySet<string | undefined> = new Set(['paid', 'canceled']);

/**
 * Adds credit with one write per user, method and amount. Navigates home when the credit is paid,
 * or to the screen of the Pix code. Any other outcome is returned until `dismiss`, or shown as a
 * toast if the user has left the screen.
 *
 * @param method id of a saved card, or `pix`
 */
export function useTopUp(method: string) {
  const client = useQueryClient();
  const store = useStore();
  const navigate = useNavigate();
  const paths = usePaths();
  /** Idempotency key of the last request. */
  const sentKey = useRef<string>(undefined);
  /** Order state reported by the live message. */
  const liveOrderState = useRef<string>(undefined);
  const startToastAfterLeave = useToastAfterLeave();
  const toastAfterLeave = useRef<ReturnType<typeof startToastAfterLeave>>(undefined);
  const isShown = useIsShown();

  const { run, join, pending, outcome, reset } = useWriteOnce<number, Result>({
    intent: (user, cents) => `topUp:${user}:${method}:${cents}`,
    async write(cents, key) {
      // The profile is known by now, but may not have been when the user confirmed.
      const profile = client.getQueryData(queries.userProfile().queryKey);
      if (profile && !profile.cpf) return resultOf('cpfRequired');
      sentKey.current = key;
      liveOrderState.current = undefined;
      toastAfterLeave.current = startToastAfterLeave();
      const user = store.get(userIdAtom) ?? profile?.id;
      // Keep listening after unmount, until the response arrives.
      const unsubscribe = onLiveEvent(handleLiveEvent);
      try {
        const body = { Ammount: reaisFromCents(cents), PaymentMethod: method };
        const { orderId, orderState, orderRefusal } = await writes.topUp(body, key);
        const outcome = outcomeOf(method, orderState, orderRefusal);
        // Without an id, the state is enough to show the result of a payment, but not a Pix code.
        if (orderId === undefined && (outcome === 'pixCode' || orderState === undefined))
          throw new ApiError('unreadable', 'topUp');
        // Its live message may be missed: the shell looks the order up after an outage.
        if (
          user !== undefined &&
          orderId !== undefined &&
          !isFinalState(liveOrderState.current ?? orderState)
        )
          rememberOrder(user, orderId);
        return resultOf(outcome, orderId);
      } finally {
        unsubscribe();
      }
    },
    isUndecided: ({ outcome }) => outcome === 'nothing',
    failed(error) {
      // The card may have been deleted elsewhere.
      if (error instanceof ApiError && error.isDefinitive)
        void client.invalidateQueries({ queryKey: queries.paymentMethods().queryKey });
      return resultOf(outcomeOfFailure(method, error));
    },
    settled({ outcome, orderId }) {
      // After a failure too: the response may be lost although the payment succeeded.
      void client.invalidateQueries({ queryKey: queries.balance().queryKey });
      void client.invalidateQueries({ queryKey: [calls.history.path] });
      if (liveOrderState.current === 'paid') return;
      // Don't navigate after unmount.
      if (!isShown.current) {
        if (!liveOrderState.current && sentKey.current) toastAfterLeave.current?.(sentKey.current, outcome);
        return;
      }
      // Replace the history entry, so that going back can't pay again.
      if (outcome === 'paid') navigate(paths.home(), { replace: true });
      else if (outcome === 'pixCode' && orderId) navigate(paths.addPix(orderId), { replace: true });
    },
  });

  /** If the live message arrived first, it has already handled the payment. */
  const resultOf = (outcome: Outcome, orderId?: string): Result =>
    liveOrderState.current === 'paid' ? { outcome: 'paid' } : { outcome, orderId };

  // Handles credit after a late or lost response. Compares the idempotency key, as several top-ups
  // may have the same amount.
  function handleLiveEvent(event: LiveEvent) {
    if (event.type !== 'order' || sentKey.current === undefined) return;
    const { orderIdempotencyKey, orderState } = event.order;
    if (orderIdempotencyKey !== sentKey.current || !TOASTED_STATES.has(orderState)) return;
    liveOrderState.current = orderState;
    if (orderState !== 'paid' || !isShown.current) return;
    sentKey.current = undefined;
    reset();
    navigate(paths.home(), { replace: true });
  }
  useLiveEvent(handleLiveEvent);

  return { prepare: join, pay: run, pending, outcome: outcome?.outcome, dismiss: reset };
}

interface Result {
  outcome: Outcome;
  orderId?: string | undefined;
}

const tokenOf = (session: Session) => (session.status === 'user' ? session.token : undefined);

/**
 * Returns a function to call when a top-up begins. The function it returns reports the outcome in a
 * toast if the user has left the screen meanwhile, but only in the same session. The toast shares
 * its id with the live message's toast for the same write. An order still in progress is left to
 * the live message.
 */
function useToastAfterLeave() {
  const store = useStore();
  return () => {
    const token = tokenOf(store.get(sessionAtom));
    return (key: string, outcome: Outcome) => {
      if (!hasMessage(outcome) || outcome === 'processing') return;
      if (tokenOf(store.get(sessionAtom)) !== token) return;
      const { title, text, close } = results[outcome];
      const actions = [{ label: close, run: () => {} }];
      store.set(showToastAtom, { id: orderToastId(key), kind: 'failure', title, text, actions });
    };
  };
}
