import { CERTAIN_MS, isOfStart, PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { queries, serverTime, useQuery, useQueryClient } from '@shared/client';
import { attemptAt } from '@shared/client/start-errors';
import type { ActiveRecharge } from '@shared/contract';
import { useNavigate, usePaths } from '@shared/router';
import { isLoggedInAtom, showToastAtom, useLiveEvent } from '@shared/state';
import { useWakeLock } from '@shared/ui/use-wake-lock';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { releaseHomeSpace, reserveHomeSpace } from '../home-space.ts';
import { useStart } from '../start/use-start.ts';
import { readStoredStart, removeStoredCharge } from '../stored-charge.ts';
import { questionOf, viewOf } from './phases.ts';
import { isChargerOffline, type RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';
import { useEnd } from './use-end.ts';
import { usePlugWait } from './use-plug-wait.ts';
import { useRecharge } from './use-recharge.ts';

/** Polling interval while it is unknown whether a charge runs, in ms. */
const POLL_MS = 5_000;

export type RechargeScreen = ReturnType<typeof useRechargeScreen>;

/** Logic of the recharge screen: its data, what to show and the user's actions. */
export function useRechargeScreen(chargePointId: string, connectorId: string) {
  const navigate = useNavigate();
  const paths = usePaths();
  const toast = useSetAtom(showToastAtom);
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const isElsewhere = (charge: Pick<ActiveRecharge, 'chargePointId' | 'connectorId'>) =>
    charge.chargePointId === chargePointId && charge.connectorId !== connectorId;
  const newest = useStartAttempt(chargePointId, connectorId);
  const { attempt, startError, respondedAt, refetch: refetchAttempt } = newest;
  const wait = usePlugWait(chargePointId, connectorId, attempt);
  const { state, dismissError, ...source } = useRecharge(
    chargePointId,
    connectorId,
    wait.deadline,
    startError,
  );
  // The car may have been plugged in at the last moment or while the phone slept, or the start may
  // have failed, so refetch before reporting that the car wasn't plugged in.
  const active = useQuery({ ...queries.activeRecharges(), enabled: wait.status === 'over' });
  const activeAt = Math.max(active.dataUpdatedAt, active.errorUpdatedAt);
  const confirmedAt = Math.min(state.lastReportAt ?? 0, respondedAt, activeAt);
  const unconfirmed = wait.deadline !== undefined && wait.status === 'over' && confirmedAt < wait.deadline;
  const knownAfterMs = Math.min(state.lastReportAt ?? 0, active.dataUpdatedAt) - (wait.deadline ?? 0);
  const isWithoutCharge = knownAfterMs >= 0 && knownAfterMs < CERTAIN_MS;
  // The driver has taken another cable of the charger than the one that was chosen.
  const [reported, setReported] = useState<string>();
  const since = serverTime((wait.deadline ?? 0) - PLUG_WAIT_MS);
  const missed =
    wait.status === 'over' && !unconfirmed && attempt?.waitUntil === undefined
      ? active.data?.find((one) => isElsewhere(one) && isOfStart(one, since))?.connectorId
      : undefined;
  const otherCable = reported ?? missed;
  const view = viewOf(state, unconfirmed || otherCable !== undefined ? 'running' : wait.status);
  const transactionId = state.transaction?.transactionId;

  const charge = { chargePointId, connectorId, transactionId, waitUntil: wait.deadline };
  const end = useEnd(charge, questionOf(view), wait.end, () => {
    releaseHomeSpace();
    const text = isChargerOffline(state) ? strings.mayBeginUnreported : undefined;
    toast({ kind: 'info', title: strings.cancelled, text });
    navigate(isLoggedIn ? paths.home() : paths.guest(), { replace: true });
  });
  const { start, pending: retrying, refused, reset } = useStart();
  const dismissStart = () => {
    reset();
    dismissError();
    wait.end();
  };
  /**
   * Repeats the last start request; opens the confirmation if this device no longer has it. A guest has
   * paid for one start, so that it is given up instead.
   */
  const retry = () => {
    if (!isLoggedIn) return void giveUp();
    const body = readStoredStart(chargePointId, connectorId);
    if (!body) {
      dismissStart();
      navigate(paths.qrcode(state.connector?.chargerId), { replace: true });
      return;
    }
    // The server may wait slightly longer than this device, and accepts one start at a time.
    const before = wait.status === 'over' ? end.cancelWait : undefined;
    void start({ chargePointId, connectorId, body, before });
  };

  async function giveUp() {
    if (wait.status === 'over') await end.cancelWait();
    dismissStart();
    navigate(paths.guest(), { replace: true });
  }

  useLiveEvent((event) => {
    if (event.type !== 'StartTransactionIntegrationEvent' || wait.deadline === undefined) return;
    const begun = event.transaction;
    if (!isElsewhere(begun)) return;
    // While the start here still waits, it is another charge.
    void refetchAttempt().then(({ data }) => {
      if (attemptAt(data, { chargePointId, connectorId })?.waitUntil === undefined)
        setReported(begun.connectorId);
    });
  });
  const follow = useEffectEvent((cable: string) => {
    wait.end();
    navigate(paths.recharge(chargePointId, cable), { replace: true });
  });
  useEffect(() => {
    if (otherCable !== undefined) follow(otherCable);
  }, [otherCable]);

  // Once a charge is running or its start has failed, the wait is over.
  const settled = transactionId !== undefined || state.startError !== undefined;
  const { deadline } = wait;
  const endWait = useEffectEvent(wait.end);
  useEffect(() => {
    if (settled && deadline !== undefined) endWait();
  }, [settled, deadline]);

  const { refetch } = source;
  const { refetch: refetchActive } = active;
  // Whether the charge runs is unknown: after the wait, and after a start or a stop without a response.
  // Another device may cancel the wait, which only the list of starts shows.
  const mayBeCancelled = view.phase === 'waiting' && newest.isSupported;
  const mustFindOut = unconfirmed || mayBeCancelled || refused?.isUnknown === true || end.isUnknown;
  useEffect(() => {
    if (!mustFindOut) return;
    const refetchAll = () => {
      void refetch();
      // In this order: a start that is no longer listed may have become a charge.
      void refetchAttempt().then(() => refetchActive());
    };
    refetchAll();
    const timer = setInterval(refetchAll, POLL_MS);
    return () => clearInterval(timer);
  }, [mustFindOut, refetch, refetchAttempt, refetchActive]);

  useOpenReceiptAtEnd(chargePointId, connectorId, state);
  const isCharging = view.phase === 'charging';
  useWakeLock(isCharging || view.phase === 'waiting');
  // Not while the plug is awaited: that charge may never begin.
  useEffect(() => {
    if (isCharging) reserveHomeSpace();
  }, [isCharging]);
  return { state, view, wait, isWithoutCharge, source, end, refused, retry, retrying, dismissStart };
}

/**
 * Returns the user's newest start at a connector as the server lists it, which includes starts from
 * another device and failures during an outage. Without this call on the backend, failures arrive
 * only as live events.
 */
function useStartAttempt(chargePointId: string, connectorId: string) {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery(queries.startAttempts());
  const { data: liveError } = useQuery(queries.startError(chargePointId, connectorId));
  const attempt = attemptAt(data, { chargePointId, connectorId });
  return {
    attempt,
    /** The backend has the list. */
    isSupported: data !== undefined,
    /** Error code of the newest start, if it has failed. */
    startError: liveError ?? attempt?.errorCode ?? null,
    /** When the last request succeeded or failed, in ms since 1970. */
    respondedAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    refetch,
  };
}

/** How long the end of the charge is shown before the receipt opens. */
const END_SHOWN_MS = 1600;

/** Navigates to the receipt of a charge that is over. */
function useOpenReceiptAtEnd(chargePointId: string, connectorId: string, state: RechargeState): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  const endedId = state.over ? state.transaction?.transactionId : undefined;
  const receipt = endedId && paths.chargeReceipt(endedId);
  useEffect(() => {
    if (endedId === undefined || receipt === undefined) return;
    removeStoredCharge(chargePointId, connectorId);
    releaseHomeSpace();
    // A response cached while the charge was running isn't a receipt.
    const { queryKey } = queries.userTransaction(endedId);
    if (!client.getQueryData(queryKey)?.stopTime) client.removeQueries({ queryKey });
    const timer = setTimeout(() => navigate(receipt, { replace: true }), END_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [endedId, receipt, chargePointId, connectorId, client, navigate]);
}
