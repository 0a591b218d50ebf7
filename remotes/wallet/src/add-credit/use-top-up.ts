import { reaisFromCents } from '@shared/brazil';
import { attemptOnce, joinAttempt, queries, useIsShown, useQueryClient, writes } from '@shared/client';
import { calls, type LiveEvent } from '@shared/contract';
import { useNavigate, usePaths } from '@shared/router';
import { onLiveEvent, useLiveEvent, userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { type Outcome, outcomeOf, outcomeOfFailure } from './outcome.ts';
import { useTellWhoLeft } from './tell-who-left.ts';

/** States of which the live message is told by a toast, on whatever screen (specification, section 4). */
const TOLD: ReadonlySet<string | undefined> = new Set(['paid', 'canceled']);

/**
 * Adds credit, once however often it is asked (`attemptOnce`): the attempt is named by user, method and
 * amount. Credit that is there leads home, where the balance is; a Pix code to its screen; any other outcome is
 * answered here until `dismiss`, or told by a toast to whoever has left.
 *
 * @param method a saved card's id or `pix`
 */
export function useTopUp(method: string) {
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const navigate = useNavigate();
  const paths = usePaths();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  // State comes a moment after the tap; a second tap in that moment finds this, and waits for the same.
  const running = useRef<Promise<void>>(undefined);
  const attempt = useRef<string>(undefined);
  /** The key by which it was last asked for. */
  const sent = useRef<string>(undefined);
  /** The state of which its own message has told. */
  const told = useRef<string>(undefined);
  const toTellWhoLeft = useTellWhoLeft();
  const isShown = useIsShown();
  const intentOf = (user: string, cents: number) => `topUp:${user}:${method}:${cents}`;

  /** The person is asked whether to pay this: what is paid then is what was asked about, in however many tabs. */
  function prepare(cents: number) {
    const user = userId ?? client.getQueryData(queries.userProfile().queryKey)?.id;
    attempt.current = user === undefined ? undefined : joinAttempt(intentOf(user, cents));
  }

  async function ask(cents: number): Promise<{ outcome: Outcome; orderId?: string }> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const body = { Ammount: reaisFromCents(cents), PaymentMethod: method };
      const send = (key: string) => {
        sent.current = key;
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
   * Resolves once it is known what came of it, for a second tap as for the first.
   * @param cents integer cents
   */
  function pay(cents: number): Promise<void> {
    running.current ??= payOnce(cents).finally(() => {
      running.current = undefined;
    });
    return running.current;
  }

  async function payOnce(cents: number) {
    told.current = undefined;
    setPending(true);
    const tellWhoLeft = toTellWhoLeft();
    // A screen that is left hears no more of it.
    const stopHearing = onLiveEvent(hear);
    const answered = await ask(cents);
    stopHearing();
    setPending(false);
    // Also where it failed: the answer may be lost and the money there.
    void client.invalidateQueries({ queryKey: queries.balance().queryKey });
    void client.invalidateQueries({ queryKey: [calls.history.path] });
    // Its own message was faster, and all is done.
    if (told.current === 'paid') return;
    // Whoever has left is led nowhere.
    if (!isShown.current) {
      if (!told.current && sent.current) tellWhoLeft(sent.current, answered.outcome);
      return;
    }
    // Neither may be paid again by going back.
    if (answered.outcome === 'paid') navigate(paths.home(), { replace: true });
    else if (answered.outcome === 'pixCode' && answered.orderId)
      navigate(paths.addPix(answered.orderId), { replace: true });
    else setOutcome(answered.outcome);
  }

  // The answer is late or was lost, and the credit is there all the same: its own message tells it. The amount alone
  // doesn't say which top-up that is of.
  function hear(event: LiveEvent) {
    if (event.type !== 'order' || sent.current === undefined) return;
    const { orderIdempotencyKey, orderState } = event.order;
    if (orderIdempotencyKey !== sent.current || !TOLD.has(orderState)) return;
    told.current = orderState;
    if (orderState !== 'paid' || !isShown.current) return;
    sent.current = undefined;
    setOutcome(undefined);
    navigate(paths.home(), { replace: true });
  }
  useLiveEvent(hear);

  return { prepare, pay, pending, outcome, dismiss: () => setOutcome(undefined) };
}
