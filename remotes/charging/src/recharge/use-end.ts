import { queries, useQueryClient, writes } from '@shared/client';
import { useAttempt } from '@shared/client/use-attempt';
import { connectorKey } from '@shared/state';
import { useEffect, useState } from 'react';
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
  const [asking, ask] = useState<Action>();
  const [rejected, setRejected] = useState<Action>();
  const [ending, setEnding] = useState(false);

  // The stop itself arrives as a live event after it is accepted; refetch in case the event is
  // lost.
  useEffect(() => {
    if (!ending) return;
    const timer = setTimeout(() => {
      setEnding(false);
      client.invalidateQueries({ queryKey: queries.connectorStatus(chargePointId, connectorId).queryKey });
    }, STOP_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [ending, client, chargePointId, connectorId]);

  const { run, pending } = useAttempt({
    intent: (user) =>
      `stop:${user}:${transactionId ?? `${connectorKey(chargePointId, connectorId)}:${waitUntil}`}`,
    async write(_: Action | undefined, key) {
      const body = {
        ChargePointID: `${chargePointId}-${connectorId}`,
        TransactionID: transactionId ?? NO_TRANSACTION,
      };
      const { status } = await writes.stopCharge(body, key);
      return status === 'Accepted';
    },
    failed: () => false,
    settled(accepted, confirmed) {
      if (!confirmed) return;
      ask(undefined);
      if (!accepted) setRejected(confirmed);
      else if (transactionId === undefined) onCancelled();
      else setEnding(true);
    },
  });

  return {
    asking,
    ask,
    dontAsk: () => ask(undefined),
    confirm: () => void (asking && run(asking)),
    pending,
    /** A stop was accepted, but the charge hasn't ended yet. */
    ending,
    rejected,
    dismiss: () => setRejected(undefined),
    /** Cancels a wait for the plug without a message, before a new start replaces it. */
    cancelWait: () => run(undefined),
  };
}
