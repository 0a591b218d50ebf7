import { queries, statusOf, useQuery, useQueryClient } from '@shared/client';
import { calls } from '@shared/contract';
import { connectorKey, useLiveEvent } from '@shared/state';
import { useCallback, useRef } from 'react';
import { useWake } from '../wall/use-wake.ts';

const QUEUE_MS = 15_000;
const SITE_MS = 5_000;
const FORBIDDEN = 403;

/**
 * Polls the site's queue, also in the background. Refetches it at once when a charge starts or ends
 * and when the page wakes up.
 */
export function useQueue(siteId: string) {
  const queue = useQuery({
    ...queries.valetQueue(siteId),
    // Polling won't lift a 403.
    refetchInterval: ({ state }) => (statusOf(state.error) === FORBIDDEN ? false : QUEUE_MS),
    refetchIntervalInBackground: true,
  });
  const refresh = useRefresh(siteId);
  const refreshQueued = useQueuedRefresh(siteId);
  // Timers may not have run while the phone was locked.
  useWake(() => void refresh());
  const statuses = useRef(new Map<string, string | undefined>());
  useLiveEvent((event) => {
    if (!calls.valetQueue.live.includes(event.type)) return;
    if (event.type === 'UpdateConnectorStatusIntegrationEvent') {
      const { chargePointId, connectorId, status } = event.connector;
      const key = connectorKey(chargePointId, connectorId);
      // Meter values arrive as such events too; only a status change affects the queue.
      if (statuses.current.get(key) === status) return;
      statuses.current.set(key, status);
    }
    void refreshQueued();
  });
  return { ...queue, forbidden: statusOf(queue.error) === FORBIDDEN };
}

/** Polls the site's name, logo, colour and connectors. */
export const useSite = (siteId: string) =>
  useQuery({
    ...queries.siteBoard(siteId),
    refetchInterval: SITE_MS,
    refetchIntervalInBackground: true,
  });

/**
 * Returns a function that refetches the queue and its chargers, cancelling fetches in flight. It
 * resolves when the queue has been fetched or the fetch has failed.
 */
export function useRefresh(siteId: string): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({ queryKey: queries.valetConnectors(siteId).queryKey });
    return cache.invalidateQueries({ queryKey: queries.valetQueue(siteId).queryKey });
  }, [cache, siteId]);
}

/**
 * Returns a function that refetches the queue and its chargers, after the fetch in flight if there
 * is one. At a busy site on a slow connection, cancelling that fetch at each event would keep the
 * queue from ever being updated.
 */
function useQueuedRefresh(siteId: string): () => Promise<void> {
  const cache = useQueryClient();
  const running = useRef(false);
  const requested = useRef(false);
  return useCallback(async () => {
    requested.current = true;
    if (running.current) return;
    running.current = true;
    while (requested.current) {
      const { queryKey } = queries.valetQueue(siteId);
      // A fetch that began before the event may not include its change.
      requested.current = cache.isFetching({ queryKey }) > 0;
      const options = { cancelRefetch: false };
      void cache.invalidateQueries({ queryKey: queries.valetConnectors(siteId).queryKey }, options);
      await cache.invalidateQueries({ queryKey }, options);
    }
    running.current = false;
  }, [cache, siteId]);
}
