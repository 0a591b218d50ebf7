import { attemptOnce, queries, useQueryClient, writes } from '@shared/client';
import { connectorKey, userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { Action } from './phases.ts';

/** How long to wait for an accepted stop before the user may request it again. */
const STOP_TIMEOUT_MS = 20_000;

/** Transaction id that cancels the wait for the plug. */
const NO_TRANSACTION = '0';

interface Charge {
  chargePointId: string;
  connectorId: string;
  /** Absent while waiting for the plug; ending the charge then cancels the wait. */
  transactionId: string | undefined;
  /** Deadline of the current wait for the plug, which distinguishes one wait from the next. */
  waitUntil: number | undefined;
}

/**
 * Ends a charge or cancels the wait for the plug, once per confirmation. `asking` is the action
 * awaiting confirmation, `rejected` the one that was refused.
 * @param onCancelled called when the wait for the plug was cancelled
 */
export function useEnd(charge: Charge, onCancelled: () => void) {
  const { chargePointId, connectorId, transactionId, waitUntil } = charge;
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const [asking, ask] = useState<Action>();
  const [pending, setPending] = useState(false);
  const [rejected, setRejected] = useState<Action>();
  const [ending, setEnding] = useState(false);
  // State updates only after a render; the ref catches a second tap before that.
  const busy = useRef(false);

  // The stop itself arrives as a live event after it is accepted; refetch in case the event is
  // lost.
  const status = queries.connectorStatus(chargePointId, connectorId);
  const { queryKey } = status;
  useEffect(() => {
    if (!ending) return;
    const timer = setTimeout(() => {
      setEnding(false);
      client.invalidateQueries({ queryKey });
    }, STOP_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [ending, client, queryKey]);

  async function stop(): Promise<boolean> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const what = transactionId ?? `${connectorKey(chargePointId, connectorId)}:${waitUntil}`;
      const intent = `stop:${user}:${what}`;
      const body = {
        ChargePointID: `${chargePointId}-${connectorId}`,
        TransactionID: transactionId ?? NO_TRANSACTION,
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
    /** A stop was accepted, but the charge hasn't ended yet. */
    ending,
    rejected,
    dismiss: () => setRejected(undefined),
    /** Cancels a wait for the plug without a message, before a new start replaces it. */
    cancelWait: stop,
  };
}
