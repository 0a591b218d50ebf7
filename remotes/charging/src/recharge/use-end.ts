import { queries, serverTime, useQuery, useQueryClient, writes } from '@shared/client';
import { attemptAt } from '@shared/client/start-errors';
import { useWriteOnce } from '@shared/client/use-write-once';
import { connectorKey } from '@shared/state';
import { useEffect, useEffectEvent, useState } from 'react';
import { isDecided, isRefusal } from '../start/outcome.ts';
import type { Question } from './phases.ts';
import { CLOCK_ERROR_MS } from './use-plug-wait.ts';

/** How long to wait for an accepted stop before the user may request it again, in ms. */
const STOP_TIMEOUT_MS = 20_000;

/** Transaction id that cancels the wait for the plug. */
const NO_TRANSACTION = '0';

/** `unknown`: no response, or one without a result; the request may have taken effect. */
type Result = 'accepted' | 'rejected' | 'unknown';

interface Charge {
  chargePointId: string;
  connectorId: string;
  /** Absent while waiting for the plug; ending the charge then cancels the wait. */
  transactionId: string | undefined;
  /** Deadline of the current wait for the plug, which distinguishes one wait from the next. */
  waitUntil: number | undefined;
}

/**
 * Ends a charge or cancels the wait for the plug, once per confirmation.
 * @param question what confirming would mean now; undefined if there is nothing to end
 * @param endWait removes the stored wait for the plug
 * @param onCancelled called when the wait was cancelled and no charge has begun; not after unmount
 */
export function useEnd(
  charge: Charge,
  question: Question | undefined,
  endWait: () => void,
  onCancelled: () => void,
) {
  const { chargePointId, connectorId, transactionId, waitUntil } = charge;
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [sentQuestion, setSentQuestion] = useState<Question>();
  const [failed, setFailed] = useState<{ question: Question; isUnknown: boolean }>();
  const [unknown, setUnknown] = useState<{ at: number; wait: number | undefined }>();
  const [cancelledWait, setCancelledWait] = useState<number>();
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

  const { run, pending } = useWriteOnce({
    intent: (user) =>
      `stop:${user}:${transactionId ?? `${connectorKey(chargePointId, connectorId)}:${waitUntil}`}`,
    async write(_: Question | undefined, key): Promise<Result> {
      const body = {
        ChargePointID: `${chargePointId}-${connectorId}`,
        TransactionID: transactionId ?? NO_TRANSACTION,
      };
      const response = await writes.stopCharge(body, key);
      if (response.status === 'Accepted') return 'accepted';
      return isDecided(response) ? 'rejected' : 'unknown';
    },
    failed: (error) => (isRefusal(error) ? 'rejected' : 'unknown'),
    settled(result, confirmed) {
      if (!confirmed) return;
      setOpen(false);
      const wait = confirmed === 'wait' ? waitUntil : undefined;
      setUnknown(result === 'unknown' ? { at: Date.now(), wait } : undefined);
      if (result !== 'accepted') setFailed({ question: confirmed, isUnknown: result === 'unknown' });
      else if (confirmed === 'wait') {
        // Here, because the effect below doesn't run if the user has left the screen.
        endWait();
        setCancelledWait(waitUntil);
      } else setEnding(true);
    },
  });

  // During the wait, the screen polls both lists, this one after the other. Once the time of the wait is
  // over, the server doesn't list it in any case.
  const attempts = useQuery(queries.startAttempts());
  const active = useQuery({ ...queries.activeRecharges(), enabled: false });
  const attempt = attemptAt(attempts.data, charge);
  // Another device may cancel the wait, which no event reports. The list may still have an earlier one.
  const [listedWait, setListedWait] = useState<number>();
  const offBy = Date.parse(attempt?.waitUntil ?? '') - serverTime(waitUntil ?? 0);
  if (Math.abs(offBy) < CLOCK_ERROR_MS && listedWait !== waitUntil) setListedWait(waitUntil);
  const mayBeGone =
    unknown !== undefined && unknown.wait === waitUntil
      ? attempts.dataUpdatedAt >= unknown.at
      : listedWait === waitUntil;
  const isWaitGone =
    question === 'wait' &&
    mayBeGone &&
    attempts.dataUpdatedAt < (waitUntil ?? 0) - CLOCK_ERROR_MS &&
    active.dataUpdatedAt >= attempts.dataUpdatedAt &&
    attempt === undefined &&
    !active.data?.some((one) => one.chargePointId === chargePointId);
  // The server also accepts a cancellation by stopping the charge that began in the meantime.
  const leave = useEffectEvent(() => {
    if (transactionId !== undefined) return setEnding(true);
    endWait();
    onCancelled();
  });
  useEffect(() => {
    if (cancelledWait !== undefined) leave();
  }, [cancelledWait]);
  useEffect(() => {
    if (isWaitGone) leave();
  }, [isWaitGone]);

  if (isOpen && !pending && question === undefined) setOpen(false);
  return {
    openQuestion: () => setOpen(true),
    /** The question on screen. It changes with the charge until the user confirms. */
    question: pending ? sentQuestion : isOpen ? question : undefined,
    closeQuestion: () => setOpen(false),
    /** Receives the question that was on screen, since the charge may begin at the same moment. */
    confirm(confirmed: Question) {
      setSentQuestion(confirmed);
      void run(confirmed);
    },
    pending,
    /** A stop was accepted, but the charge hasn't ended yet. */
    ending,
    /** The question of the failed request, updated to the current state of the charge. */
    failed: failed && { ...failed, question: question ?? failed.question },
    dismiss: () => setFailed(undefined),
    /** The last request got no result, also after its message is dismissed. */
    isUnknown: unknown !== undefined && (unknown.wait === undefined || unknown.wait === waitUntil),
    /** Cancels a wait for the plug without a message, before a new start replaces it. */
    cancelWait() {
      setSentQuestion(undefined);
      return run(undefined);
    },
  };
}
