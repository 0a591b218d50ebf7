import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { queries, useQueryClient, writes } from '@shared/client';
import { removeAttempt } from '@shared/client/start-errors';
import { useWriteOnce } from '@shared/client/use-write-once';
import { connectorKey, plugWaitsAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { removeStoredCharge, removeStoredStart, type StartBody, storeStart } from '../stored-charge.ts';
import {
  isDecided,
  isRefusal,
  needsNewChoice,
  outcomeOf,
  outcomeOfFailure,
  type StartOutcome,
} from './outcome.ts';

interface Start {
  chargePointId: string;
  connectorId: string;
  body: StartBody;
  /** Awaited before the request is sent. */
  before?: (() => Promise<unknown>) | undefined;
}

/** `isUnknown`: the charge may begin although the start failed. */
type Result = StartOutcome & { isUnknown: boolean };

/**
 * Starts a charge. An accepted start begins the wait for the plug and calls `onAccepted`; any other
 * outcome is returned as `refused` until `reset`.
 */
export function useStart(onAccepted?: () => void) {
  const client = useQueryClient();
  const setWaits = useSetAtom(plugWaitsAtom);
  const { run, pending, outcome, reset } = useWriteOnce({
    intent: (user, { body }: Start) => `start:${user}:${body.ChargePointID}`,
    async write({ body, before }, key): Promise<Result> {
      await before?.();
      const response = await writes.startCharge(body, key);
      return { ...outcomeOf(response), isUnknown: !isDecided(response) };
    },
    failed: (error) => ({ ...outcomeOfFailure(error), isUnknown: !isRefusal(error) }),
    settled(result, { chargePointId, connectorId, body }) {
      if (needsNewChoice(result)) {
        // A retry would send the same choices, which may no longer be available.
        removeStoredStart(chargePointId, connectorId);
        void client.invalidateQueries({ queryKey: queries.coupons('active').queryKey.slice(0, 1) });
        void client.invalidateQueries({ queryKey: queries.vehicles().queryKey });
      }
      if (result.isUnknown) {
        // The home shows what has begun.
        void client.invalidateQueries({ queryKey: queries.activeRecharges().queryKey });
        void client.invalidateQueries({ queryKey: queries.startAttempts().queryKey });
      }
      if (result.kind !== 'accepted') return;
      removeStoredCharge(chargePointId, connectorId);
      storeStart(chargePointId, connectorId, body);
      removeAttempt(client, { chargePointId, connectorId });
      void client.invalidateQueries({ queryKey: queries.startAttempts().queryKey });
      const wait = { [connectorKey(chargePointId, connectorId)]: Date.now() + PLUG_WAIT_MS };
      setWaits((waits) => ({ ...waits, ...wait }));
      onAccepted?.();
    },
  });
  const refused = pending || outcome?.kind === 'accepted' ? undefined : outcome;
  return { start: run, pending, refused, reset };
}
