import { PLUG_WAIT_MS, WAIT_REPORTED_MS } from '@shared/charging/plug-wait';
import { serverTime, useQueryClient } from '@shared/client';
import { removeWait } from '@shared/client/start-errors';
import type { StartAttempt } from '@shared/contract';
import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import type { PlugWait } from './phases.ts';

/** The estimate of the server's clock may be off by this much. */
export const CLOCK_ERROR_MS = 5_000;

/**
 * Returns the wait for the plug on a connector, as persisted on this device by an accepted start.
 * Replaces it by the wait that the server reports, unless that one is over: the server may have
 * listed it before this device's start.
 */
export function usePlugWait(chargePointId: string, connectorId: string, attempt: StartAttempt | undefined) {
  const client = useQueryClient();
  const [waits, setWaits] = useAtom(plugWaitsAtom);
  const now = useNow(1000);
  const key = connectorKey(chargePointId, connectorId);
  const stored = waits[key];
  const deadline = stored !== undefined && now - stored < WAIT_REPORTED_MS ? stored : undefined;
  // `now` may be a second old.
  const leftMs = deadline === undefined ? 0 : Math.min(deadline - now, PLUG_WAIT_MS);
  const secondsLeft = Math.max(0, Math.ceil(leftMs / 1000));
  const status: PlugWait = deadline === undefined ? 'none' : secondsLeft > 0 ? 'running' : 'over';

  const waitUntil = attempt?.waitUntil;
  useEffect(() => {
    if (waitUntil === undefined) return;
    const deviceNow = Date.now();
    const localDeadline = Math.min(Date.parse(waitUntil) - serverTime(0), deviceNow + PLUG_WAIT_MS);
    setWaits((current) => {
      const known = current[key] ?? 0;
      const isOfEarlierStart = localDeadline < deviceNow && known > deviceNow;
      const isKnown = Math.abs(localDeadline - known) < CLOCK_ERROR_MS;
      return isOfEarlierStart || isKnown ? current : { ...current, [key]: localDeadline };
    });
  }, [waitUntil, key, setWaits]);

  const end = () => {
    removeWait(client, { chargePointId, connectorId });
    setWaits(({ [key]: _ended, ...otherWaits }) => otherWaits);
  };
  return { status, secondsLeft, deadline, end };
}
