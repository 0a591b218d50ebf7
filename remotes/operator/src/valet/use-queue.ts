import { queries, statusOf, useQuery, useQueryClient } from '@shared/client';
import { connectorKey, useLiveEvent } from '@shared/state';
import { useCallback, useRef } from 'react';
import { useWake } from '../wall/use-wake.ts';

/** Specification, section 9. */
const QUEUE_MS = 15_000;
const SITE_MS = 5_000;
const FORBIDDEN = 403;

/** The site's queue, asked for again and again also while another app is in front, and at once when a charge begins or ends. */
export function useQueue(siteId: string) {
  const queue = useQuery({
    ...queries.valetQueue(siteId),
    // Whoever isn't a valet of the site won't become one by asking.
    refetchInterval: ({ state }) => (statusOf(state.error) === FORBIDDEN ? false : QUEUE_MS),
    refetchIntervalInBackground: true,
  });
  const refresh = useRefresh(siteId);
  // A phone that comes out of the pocket shows how things are now.
  useWake(() => void refresh());
  const statuses = useRef(new Map<string, string | undefined>());
  useLiveEvent((event) => {
    if (event.type === 'UpdateConnectorStatusIntegrationEvent') {
      const { chargePointId, connectorId, status } = event.connector;
      const key = connectorKey(chargePointId, connectorId);
      // Every meter value is such an event; the queue changes with the status alone.
      if (statuses.current.get(key) === status) return;
      statuses.current.set(key, status);
    } else if (!event.type.endsWith('TransactionIntegrationEvent')) return;
    void refresh();
  });
  return { ...queue, forbidden: statusOf(queue.error) === FORBIDDEN };
}

/** What boards show of the site: its name, logo, colour and which chargers are free. */
export const useSite = (siteId: string) =>
  useQuery({
    ...queries.siteBoard(siteId),
    refetchInterval: SITE_MS,
    refetchIntervalInBackground: true,
  });

/** Asks for the queue and its chargers again, whatever is on the way. Resolves once the queue is there, or can't be had. */
export function useRefresh(siteId: string): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({ queryKey: queries.valetConnectors(siteId).queryKey });
    return cache.invalidateQueries({ queryKey: queries.valetQueue(siteId).queryKey });
  }, [cache, siteId]);
}
