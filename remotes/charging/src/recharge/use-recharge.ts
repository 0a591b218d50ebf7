import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { queries, serverTime, stamp, statusOf, useQuery, useQueryClient } from '@shared/client';
import { dismissStartError, startErrorToastId } from '@shared/client/start-errors';
import { Transaction } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { dismissToastAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { readStoredCharge, removeStoredCharge, storeCharge } from '../stored-charge.ts';
import { afterMissedStop, rechargeOf } from './recharge-state.ts';
import { strings } from './strings.ts';

/** Polling interval for a charge that may have ended, in ms. */
const POLL_MS = 10_000;

/**
 * Returns the state of a connector's charge, derived from the query cache, which live events keep
 * current. A stop missed during a reload or an outage is detected by fetching the charge stored on
 * this device.
 * @param waitUntil deadline of the wait for the plug, if there is one, in ms since 1970
 * @param startError error code of the newest start, if it has failed
 */
export function useRecharge(
  chargePointId: string,
  connectorId: string,
  waitUntil: number | undefined,
  startError: string | null,
) {
  const client = useQueryClient();
  const dismissToast = useSetAtom(dismissToastAtom);
  const [openedAt] = useState(stamp);
  const [stored] = useState(() => readStoredCharge(chargePointId, connectorId));
  const status = useQuery({
    ...queries.connectorStatus(chargePointId, connectorId),
    staleTime: 0,
  });
  // Data cached by an earlier visit may belong to an earlier charge.
  const known = status.isFetchedAfterMount ? status.data?.[0] : undefined;
  useFailureToast({ data: known, isError: status.isError, refetch: status.refetch }, strings.loadFailure);
  // Kept after the wait, because the cache keeps the stop of an earlier charge.
  const [lastStart, setLastStart] = useState<number>();
  const since = waitUntil === undefined ? lastStart : waitUntil - PLUG_WAIT_MS;
  if (since !== lastStart) setLastStart(since);
  const state = rechargeOf({ known, startError, openedAt, since: since && serverTime(since) });

  const transactionId = state.transaction?.transactionId;
  useEffect(() => {
    if (transactionId !== undefined) storeCharge(chargePointId, connectorId, transactionId);
  }, [chargePointId, connectorId, transactionId]);

  // The charge stored by an earlier visit isn't the one that a pending start begins.
  const idToCheck = transactionId ?? (since === undefined ? stored : undefined);
  /** Returns true if the stored charge isn't this user's. */
  const isRefused = (failure: unknown) =>
    transactionId === undefined && [403, 404].includes(statusOf(failure));
  const receipt = useQuery({
    ...queries.userTransaction(idToCheck ?? ''),
    staleTime: 0,
    enabled: state.mayBeOver && idToCheck !== undefined,
    refetchInterval: ({ state: { data, error } }) => (data?.stopTime || isRefused(error) ? false : POLL_MS),
  });
  const isOfAnotherUser = isRefused(receipt.error);
  useEffect(() => {
    if (isOfAnotherUser) removeStoredCharge(chargePointId, connectorId);
  }, [isOfAnotherUser, chargePointId, connectorId]);

  const { stopTime, stopReason } = (state.mayBeOver && receipt.data) || {};
  const ended =
    stopTime &&
    Transaction.parse({ transactionId: idToCheck, chargePointId, connectorId, stopTime, stopReason });
  return {
    state: ended ? afterMissedStop(state, ended) : state,
    failed: status.isError,
    refetching: status.isFetching,
    refetch: status.refetch,
    missing: status.isSuccess && status.data.length === 0,
    dismissError() {
      const place = { chargePointId, connectorId };
      dismissStartError(client, place);
      dismissToast(startErrorToastId(place));
    },
  };
}
