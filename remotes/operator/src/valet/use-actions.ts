import { attemptOnce, queries, useQueryClient, writes } from '@shared/client';
import type { ValetConnector, ValetQueueItem } from '@shared/contract';
import { userIdAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { nameOf } from './car-name.ts';
import { failureOf, type Result, startResult, success } from './results.ts';
import { strings } from './strings.ts';
import { useRefresh } from './use-queue.ts';

/** How long a result waits for the refetched queue. */
const QUEUE_WAIT_MS = 2_000;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Input of the dialog for adding a vehicle. */
export interface Draft {
  plate: string;
  prisma: string;
}

/** Adds, starts and deletes, one at a time; refetches the queue after each success or failure. */
export function useActions(siteId: string, onResult: (result: Result) => void) {
  const cache = useQueryClient();
  const userId = useAtomValue(userIdAtom);
  const refresh = useRefresh(siteId);
  const [pending, setPending] = useState(false);
  // `pending` changes with the next render; the ref also blocks a second tap before it.
  const busy = useRef(false);

  async function runAction(action: () => Promise<Result>, conflict?: string) {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    const result = await action().catch((error: unknown) => {
      console.warn('valet', error);
      return failureOf(error, conflict);
    });
    // Show the result together with the refetched queue, unless that takes too long.
    await Promise.race([refresh(), wait(QUEUE_WAIT_MS)]);
    busy.current = false;
    setPending(false);
    onResult(result);
  }

  const add = ({ plate, prisma }: Draft) =>
    runAction(async () => {
      await writes.addToValetQueue({ cqCsId: siteId, cqUvLicencePlate: plate, cqCustomId: prisma.trim() });
      return success(strings.added(plate));
    }, strings.taken);

  const remove = (item: ValetQueueItem) =>
    runAction(async () => {
      const { cqId, cqUvLicencePlate, cqCustomId } = item;
      await writes.deleteFromValetQueue(cqId, { cqCsId: siteId, cqUvLicencePlate, cqCustomId });
      return success(strings.removed(nameOf(item)));
    });

  const start = (item: ValetQueueItem, { chargePointId, connectorId }: ValetConnector) =>
    runAction(async () => {
      const { cqId } = item;
      const user = userId ?? (await cache.fetchQuery(queries.userProfile())).id;
      const intent = `valetStart:${user}:${cqId}:${chargePointId}-${connectorId}`;
      const body = { cqId, chargePointId, connectorId };
      return startResult(await attemptOnce(intent, (key) => writes.valetStart(body, key)), nameOf(item));
    });

  return { pending, add, remove, start };
}
