import { attemptOnce, queries, useQueryClient, writes } from '@shared/client';
import { connectorKey, plugWaitsAtom, userIdAtom } from '@shared/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { forgetCharge, rememberStart, type Start } from '../memory.ts';
import { outcomeOf, outcomeOfFailure, type StartOutcome } from './outcome.ts';

/** How long an accepted start waits for the car's plug (specification, section 9). */
export const PLUG_WAIT_MS = 60_000;

interface Connector {
  chargePointId: string;
  connectorId: string;
}

/**
 * Starts a charge, once however often it is asked. An accepted start begins the wait for the plug and is handed to
 * `onAccepted`; any other outcome is answered here, to be shown by `StartResult` until `dismiss`.
 */
export function useStart(onAccepted: () => void) {
  const client = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const setWaits = useSetAtom(plugWaitsAtom);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<StartOutcome>();
  // State comes a moment after the tap; a second tap in that moment finds this.
  const busy = useRef(false);

  async function ask(body: Start): Promise<StartOutcome> {
    try {
      const user = userId ?? (await client.fetchQuery(queries.userProfile())).id;
      const intent = `start:${user}:${body.ChargePointID}`;
      return outcomeOf(await attemptOnce(intent, (key) => writes.startCharge(body, key)));
    } catch (error) {
      console.warn('start', error);
      return outcomeOfFailure(error);
    }
  }

  async function start({ chargePointId, connectorId }: Connector, body: Start) {
    if (busy.current) return;
    busy.current = true;
    setOutcome(undefined);
    setPending(true);
    const answered = await ask(body);
    busy.current = false;
    setPending(false);
    if (answered.kind !== 'accepted') {
      setOutcome(answered);
      return;
    }
    forgetCharge(chargePointId, connectorId);
    rememberStart(chargePointId, connectorId, body);
    const wait = { [connectorKey(chargePointId, connectorId)]: Date.now() + PLUG_WAIT_MS };
    setWaits((waits) => ({ ...waits, ...wait }));
    onAccepted();
  }

  return { start, pending, outcome, dismiss: () => setOutcome(undefined) };
}
