import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { queries, useQueryClient, writes } from '@shared/client';
import { removeAttempt } from '@shared/client/start-errors';
import { useWriteOnce } from '@shared/client/use-write-once';
import { connectorKey, plugWaitsAtom, sessionAtom } from '@shared/state';
import { useStore } from 'jotai';
import { useRef } from 'react';
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
 * Starts a charge. An accepted start begins the wait for the plug; any other outcome is returned as
 * `refused` until `reset`.
 */
export function useStart() {
  const client = useQueryClient();
  const store = useStore();
  /** When each key was first sent: a repeated request gets the response of the first one. */
  const firstSentAt = useRef<Record<string, number>>({});

  function beginWait({ chargePointId, connectorId, body }: Start, from: number) {
    removeStoredCharge(chargePointId, connectorId);
    storeStart(chargePointId, connectorId, body);
    removeAttempt(client, { chargePointId, connectorId });
    void client.invalidateQueries({ queryKey: queries.startAttempts().queryKey });
    const wait = { [connectorKey(chargePointId, connectorId)]: from + PLUG_WAIT_MS };
    store.set(plugWaitsAtom, (waits) => ({ ...waits, ...wait }));
  }

  const { run, pending, outcome, reset } = useWriteOnce({
    intent: (user, { body }: Start) => `start:${user}:${body.ChargePointID}`,
    async write(start, key): Promise<Result> {
      const { chargePointId, connectorId, body, before } = start;
      if (before) {
        // Another tab began a new wait while this one queued, and `before` would cancel that.
        const waitUntil = store.get(plugWaitsAtom)[connectorKey(chargePointId, connectorId)] ?? 0;
        if (waitUntil > Date.now()) return { kind: 'accepted', isUnknown: false };
        await before();
      }
      const first = firstSentAt.current[key];
      firstSentAt.current[key] ??= Date.now();
      const { token } = store.get(sessionAtom);
      const response = await writes.startCharge(body, key);
      const outcome = outcomeOf(response);
      // Here rather than in `settled`, so that the next tab in the queue sees the wait. Not for a user who
      // has logged in meanwhile.
      if (outcome.kind === 'accepted' && store.get(sessionAtom).token === token)
        beginWait(start, first ?? Date.now());
      return { ...outcome, isUnknown: !isDecided(response) };
    },
    failed: (error) => ({ ...outcomeOfFailure(error), isUnknown: !isRefusal(error) }),
    settled(result, { chargePointId, connectorId }) {
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
    },
  });
  const refused = pending || outcome?.kind === 'accepted' ? undefined : outcome;
  return { start: run, pending, refused, reset };
}
