import { reaisFromCents } from '@shared/brazil';
import { attemptOnce, joinAttempt, queries, useIsShown, useQueryClient, writes } from '@shared/client';
import { calls, type LiveEvent } from '@shared/contract';
import { useNavigate, usePaths } from '@shared/router';
import { onLiveEvent, useLiveEvent, userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';
import { useToastAfterLeave } from './use-toast-after-leave.ts';

/** Order states for which the live message shows a toast on any screen. */
const TOASTED_STATES: ReadonlySet<string | undefined> = new Set(['paid', 'canceled']);

/**
 * Adds credit with one attempt per user, method and amount (`attemptOnce`). Navigates home when the
 * credit is paid, or to the screen of the Pix code. Any other outcome is returned until `dismiss`,
 * or shown as a toast if the user has left the screen.
 *
 * @param method id of a saved card, or `pix`
 */
export function useTopUp(method: string) {
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const navigate = useNavigate();
  const paths = usePaths();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  // State updates only after a render; the ref catches a second tap and returns the same promise.
  const running = useRef<Promise<void>>(undefined);
  const attempt = useRef<string>(undefined);
  /** Idempotency key of the last request. */
  const sentKey = useRef<string>(undefined);
  /** Order state reported by the live message. */
  const liveOrderState = useRef<string>(undefined);
  const startToastAfterLeave = useToastAfterLeave();
  const isShown = useIsShown();
  const intentOf = (user: string, cents: number) => `topUp:${user}:${method}:${cents}`;

  /**
   * Fixes the attempt when the confirmation opens, so that confirming pays exactly that one, even
   * if another tab settles it in the meantime.
   */
  function prepare(cents: number) {
    const user = userId ?? client.getQueryData(queries.userProfile().queryKey)?.id;
    attempt.current = user === undefined ? undefined : joinAttempt(intentOf(user, cents));
  }

  async function requestTopUp(cents: number): Promise<{ outcome: Outcome; orderId?: string }> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const body = { Ammount: reaisFromCents(cents), PaymentMethod: method };
      const send = (key: string) => {
        sentKey.current = key;
        return writes.topUp(body, key);
      };
      const answer = await attemptOnce(intentOf(user, cents), send, attempt.current);
      return { outcome: outcomeOf(method, answer.orderState), orderId: answer.orderId };
    } catch (error) {
      console.warn('top-up', error);
      return { outcome: outcomeOfFailure(method, error) };
    }
  }

  /**
   * Resolves once the outcome is known; a second tap gets the same promise.
   * @param cents integer cents
   */
  function pay(cents: number): Promise<void> {
    running.current ??= payOnce(cents).finally(() => {
      running.current = undefined;
    });
    return running.current;
  }

  async function payOnce(cents: number) {
    liveOrderState.current = undefined;
    setPending(true);
    const toastAfterLeave = startToastAfterLeave();
    // Keep listening after unmount, until the response arrives.
    const unsubscribe = onLiveEvent(handleLiveEvent);
    const result = await requestTopUp(cents);
    unsubscribe();
    setPending(false);
    // After a failure too: the response may be lost although the payment succeeded.
    void client.invalidateQueries({ queryKey: queries.balance().queryKey });
    void client.invalidateQueries({ queryKey: [calls.history.path] });
    // The live message arrived first and has handled the outcome.
    if (liveOrderState.current === 'paid') return;
    // Don't navigate after unmount.
    if (!isShown.current) {
      if (!liveOrderState.current && sentKey.current) toastAfterLeave(sentKey.current, result.outcome);
      return;
    }
    // Replace the history entry, so that going back can't pay again.
    if (result.outcome === 'paid') navigate(paths.home(), { replace: true });
    else if (result.outcome === 'pixCode' && result.orderId)
      navigate(paths.addPix(result.orderId), { replace: true });
    else setOutcome(result.outcome);
  }

  // Handles credit after a late or lost response. Compares the idempotency key, as several top-ups
  // may have the same amount.
  function handleLiveEvent(event: LiveEvent) {
    if (event.type !== 'order' || sentKey.current === undefined) return;
    const { orderIdempotencyKey, orderState } = event.order;
    if (orderIdempotencyKey !== sentKey.current || !TOASTED_STATES.has(orderState)) return;
    liveOrderState.current = orderState;
    if (orderState !== 'paid' || !isShown.current) return;
    sentKey.current = undefined;
    setOutcome(undefined);
    navigate(paths.home(), { replace: true });
  }
  useLiveEvent(handleLiveEvent);

  return { prepare, pay, pending, outcome, dismiss: () => setOutcome(undefined) };
}
