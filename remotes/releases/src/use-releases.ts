import { codeOf, request, useQuery, useQueryClient, useWrite } from '@shared/client';
import { type ReleaseChange, type Releases, releaseCalls } from '@shared/contract/releases';
import { useState } from 'react';
import { strings } from './strings.ts';

const KEY = [releaseCalls.releases.path];

/** Browsers report every five minutes. */
const POLL_MS = 60_000;

/** Reads the releases, again every minute once they are known. */
export const useReleases = () =>
  useQuery<Releases>({
    queryKey: KEY,
    queryFn: ({ signal }) => request(releaseCalls.releases, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && POLL_MS,
  });

/** A change, with what it and its inverse need to say. */
export interface Order {
  change: ReleaseChange;
  /** Shown once it is done. */
  done: string;
  /** Returns the change that undoes it, given the serial after it. */
  inverse: (serial: number) => ReleaseChange;
}

export const undo = (serial: number): ReleaseChange => ({ action: 'undo', serial });

export const undoOrder = (change: ReleaseChange): Order => ({
  change,
  done: strings.done.undo,
  inverse: undo,
});

/** What the last change has come to. */
export type Outcome =
  | { kind: 'done'; text: string; undo: Order | undefined }
  | { kind: 'failed'; text: string };

const REASONS = new Map<string, string>([
  ['STALE', strings.stale],
  ['LOCKED', strings.locked],
  ['REFUSED', strings.refused],
]);

/** Makes one change at a time. A response has the new releases; after a failure, they are read again. */
export function useChanges() {
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const write = useWrite<Releases, Order>({
    mutationFn: ({ change }) => request(releaseCalls.changeRelease, { body: change }),
    onSuccess: async (releases, { change, done, inverse }) => {
      // The response of a poll in flight may be older.
      await cache.cancelQueries({ queryKey: KEY });
      cache.setQueryData(KEY, releases);
      const isUndo = change.action === 'undo';
      setOutcome({
        kind: 'done',
        text: done,
        undo: isUndo ? undefined : undoOrder(inverse(releases.serial)),
      });
    },
    onError: async (error) => {
      console.warn('the change of a release failed', error);
      await cache.invalidateQueries({ queryKey: KEY });
      setOutcome({ kind: 'failed', text: REASONS.get(codeOf(error)) ?? strings.unknown });
    },
  });
  return {
    outcome,
    pending: write.isPending,
    run: (order: Order, onSettled: () => void) => write.mutate(order, { onSettled }),
  };
}
