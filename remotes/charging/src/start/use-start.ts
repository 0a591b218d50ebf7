import { attemptOnce, queries, useQueryClient, writes } from '@shared/client';
import { connectorKey, plugWaitsAtom, userIdAtom } from '@shared/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { removeStoredCharge, type StartBody, storeStart } from '../stored-charge.ts';
import { outcomeOf, outcomeOfFailure, type StartOutcome } from './outcome.ts';

/** How long an accepted start waits for the car to be plugged in. */
export const PLUG_WAIT_MS = 60_000;

interface Connector {
  chargePointId: string;
  connectorId: string;
}

/**
 * Starts a charge; further calls are ignored while one is pending. An accepted start begins the
 * wait for the plug and calls `onAccepted`; any other outcome is returned, for `StartResult` to
 * show until `dismiss`.
 */
export function useStart(onAccepted: () => void) {
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const setWaits = useSetAtom(plugWaitsAtom);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<StartOutcome>();
  // State updates only after a render; the ref catches a second tap before that.
  const busy = useRef(false);

  async function sendStart(body: StartBody): Promise<StartOutcome> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const intent = `start:${user}:${body.ChargePointID}`;
      return outcomeOf(await attemptOnce(intent, (key) => writes.startCharge(body, key)));
    } catch (error) {
      console.warn('start', error);
      return outcomeOfFailure(error);
    }
  }

  async function start({ chargePointId, connectorId }: Connector, body: StartBody) {
    if (busy.current) return;
    busy.current = true;
    setOutcome(undefined);
    setPending(true);
    const result = await sendStart(body);
    busy.current = false;
    setPending(false);
    if (result.kind !== 'accepted') {
      setOutcome(result);
      return;
    }
    removeStoredCharge(chargePointId, connectorId);
    storeStart(chargePointId, connectorId, body);
    const wait = { [connectorKey(chargePointId, connectorId)]: Date.now() + PLUG_WAIT_MS };
    setWaits((waits) => ({ ...waits, ...wait }));
    onAccepted();
  }

  return { start, pending, outcome, dismiss: () => setOutcome(undefined) };
}
