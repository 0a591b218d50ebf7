import { useWrite, writes } from '@shared/client';
import { useWriteOnce } from '@shared/client/use-write-once';
import type { ValetConnector, ValetQueueItem } from '@shared/contract';
import { nameOf } from './car-line.tsx';
import { failureOf, type Result, startResult, stopResult, success } from './results.ts';
import { strings } from './strings.ts';
import { useRefresh } from './use-queue.ts';

/** Maximum time that a result waits for the refetched queue, in ms. */
const QUEUE_WAIT_MS = 2_000;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Input of the dialog for adding a vehicle. */
export interface Draft {
  plate: string;
  /** Portuguese for the numbered sign that valets put on a parked car. */
  prisma: string;
}

interface Start {
  item: ValetQueueItem;
  at: ValetConnector;
}

interface Stop {
  item: ValetQueueItem;
  charge: Parameters<typeof writes.stopCharge>[0];
}

/** Returns the valet's actions. Each refetches the queue when it ends, then calls `onResult`. */
export function useActions(siteId: string, onResult: (result: Result) => void) {
  const refresh = useRefresh(siteId);
  async function settled(result: Result) {
    // Show the result together with the refetched queue, unless that takes too long.
    await Promise.race([refresh(), wait(QUEUE_WAIT_MS)]);
    onResult(result);
  }
  function failed(error: unknown, words?: Parameters<typeof failureOf>[1]): Result {
    console.warn('valet action failed', error);
    return failureOf(error, words);
  }

  const add = useWrite({
    mutationFn: ({ plate, prisma }: Draft) =>
      writes.addToValetQueue({ cqCsId: siteId, cqUvLicencePlate: plate, cqCustomId: prisma.trim() }),
    onSuccess: (_, { plate }) => settled(success(strings.added(plate))),
    onError: (error) => settled(failed(error, { conflict: strings.taken })),
  });
  const remove = useWrite({
    mutationFn: ({ cqId, cqUvLicencePlate, cqCustomId }: ValetQueueItem) =>
      writes.deleteFromValetQueue(cqId, { cqCsId: siteId, cqUvLicencePlate, cqCustomId }),
    onSuccess: (_, item) => settled(success(strings.removed(nameOf(item)))),
    onError: (error) => settled(failed(error)),
  });
  const dismiss = useWrite({
    mutationFn: ({ cqId }: ValetQueueItem) => writes.dismissFromValetQueue(cqId),
    onSuccess: (_, item) => settled(success(strings.removed(nameOf(item)))),
    onError: (error) => settled(failed(error)),
  });
  const start = useWriteOnce({
    intent: (user, { item, at }: Start) =>
      `valetStart:${user}:${item.cqId}:${at.chargePointId}-${at.connectorId}`,
    async write({ item, at: { chargePointId, connectorId } }, key) {
      const body = { cqId: item.cqId, chargePointId, connectorId };
      return startResult(await writes.valetStart(body, key), nameOf(item));
    },
    failed: (error) => failed(error, { unknown: strings.mayBegin }),
    settled,
  });
  const stop = useWriteOnce({
    intent: (user, { charge }: Stop) => `stop:${user}:${charge.TransactionID}`,
    write: async ({ item, charge }, key) => stopResult(await writes.stopCharge(charge, key), nameOf(item)),
    failed: (error) => failed(error, { unknown: strings.mayEnd }),
    settled,
  });
  return {
    pending: add.isPending || remove.isPending || dismiss.isPending || start.pending || stop.pending,
    add: (draft: Draft) => add.mutate(draft),
    remove: (item: ValetQueueItem) => remove.mutate(item),
    dismiss: (item: ValetQueueItem) => dismiss.mutate(item),
    start: (item: ValetQueueItem, at: ValetConnector) => void start.run({ item, at }),
    stop: (item: ValetQueueItem, charge: Stop['charge']) => void stop.run({ item, charge }),
  };
}
