import { attemptOnce, queries, useQueryClient, writes } from '@shared/client';
import { connectorKey, userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { Action } from './phases.ts';

/** How long an accepted stop is awaited before it may be asked for again. */
const STOP_AWAITED_MS = 20_000;

/** Names no transaction: the wait for the plug is given up. */
const WAITING = '0';

interface Charge {
  chargePointId: string;
  connectorId: string;
  /** Absent while the plug is awaited: then the wait is given up. */
  transactionId: string | undefined;
  /** Until when the plug is awaited, if it is: tells one wait from the next. */
  waitUntil: number | undefined;
}

/**
 * Ends a charge, or the wait for the plug, once however often it is asked for. It is asked first (`asking`), and told if
 * it was refused (`rejected`).
 * @param onCancelled the wait for the plug was given up
 */
export function useEnd(charge: Charge, onCancelled: () => void) {
  const { chargePointId, connectorId, transactionId, waitUntil } = charge;
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const [asking, ask] = useState<Action>();
  const [pending, setPending] = useState(false);
  const [rejected, setRejected] = useState<Action>();
  const [ending, setEnding] = useState(false);
  // State comes a moment after the tap; a second tap in that moment finds this.
  const busy = useRef(false);

  // The charge point said yes, and the stop itself comes as a live event. Should that be lost, the screen asks.
  const status = queries.connectorStatus(chargePointId, connectorId);
  const { queryKey } = status;
  useEffect(() => {
    if (!ending) return;
    const timer = setTimeout(() => {
      setEnding(false);
      client.invalidateQueries({ queryKey });
    }, STOP_AWAITED_MS);
    return () => clearTimeout(timer);
  }, [ending, client, queryKey]);

  async function stop(): Promise<boolean> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const what = transactionId ?? `${connectorKey(chargePointId, connectorId)}:${waitUntil}`;
      const intent = `stop:${user}:${what}`;
      const body = {
        ChargePointID: `${chargePointId}-${connectorId}`,
        TransactionID: transactionId ?? WAITING,
      };
      const { status } = await attemptOnce(intent, (key) => writes.stopCharge(body, key));
      return status === 'Accepted';
    } catch (error) {
      console.warn('stop', error);
      return false;
    }
  }

  async function confirm() {
    if (busy.current || !asking) return;
    busy.current = true;
    setPending(true);
    const accepted = await stop();
    busy.current = false;
    setPending(false);
    ask(undefined);
    if (!accepted) setRejected(asking);
    else if (transactionId === undefined) onCancelled();
    else setEnding(true);
  }

  return {
    asking,
    ask,
    dontAsk: () => ask(undefined),
    confirm,
    pending,
    /** A stop was accepted, and is awaited. */
    ending,
    rejected,
    dismiss: () => setRejected(undefined),
    /** Gives up a wait for the plug without a word, before a new start takes its place. */
    giveUp: stop,
  };
}
