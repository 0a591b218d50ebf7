import { queries, useQuery, useQueryClient } from '@shared/client';
import { CHARGER_NOT_FOUND, type LiveConnector } from '@shared/contract';
import { useLiveEvent } from '@shared/state';
import { useEffect, useState } from 'react';

/**
 * Looks up a charger number: first its id, then the connectors' status, then price and site. Id and
 * status are fetched for every look-up, as the status changes.
 */
export function useCharger(number: string) {
  const client = useQueryClient();
  const id = useQuery({ ...queries.chargerId(number), ...FRESH });
  const chargerId = id.data?.chargerId === CHARGER_NOT_FOUND ? undefined : id.data?.chargerId;
  const known = chargerId !== undefined;
  const connectors = useQuery({ ...queries.connectorsOfCharger(chargerId ?? ''), ...FRESH, enabled: known });
  const connector = connectors.data && connectorOf(connectors.data, number);
  const isLate = useIsLate(connector !== undefined);
  const chargePointId = connector?.chargePointId ?? '';
  const price = useQuery({ ...queries.currentPrice(chargePointId), enabled: chargePointId !== '' });
  const siteId = connectors.data?.[0]?.siteId ?? '';
  const site = useQuery({ ...queries.chargerSite(siteId), enabled: siteId !== '' });

  // Refetch if another driver plugs in or unplugs in the meantime.
  useLiveEvent((event) => {
    if (event.type !== 'UpdateConnectorStatusIntegrationEvent') return;
    if (event.connector.chargePointId !== chargePointId) return;
    client.invalidateQueries({ queryKey: queries.connectorsOfCharger(chargerId ?? '').queryKey });
  });

  const unknown = id.isSuccess && !known;
  const failed = id.isError || connectors.isError || (connectors.isSuccess && !connector);
  return {
    connector,
    price,
    site: site.data,
    detailsPending: !isLate && (price.isPending || (siteId !== '' && site.isPending)),
    isLate,
    notFound: unknown || (failed && !connector),
    /** The server doesn't know the number, as opposed to a failure. */
    unknown,
    searching: id.isFetching || connectors.isFetching,
    retry: () => (known && !connectors.isSuccess ? connectors.refetch() : id.refetch()),
  };
}

const FRESH = { staleTime: 0, gcTime: 0 } as const;

/** The number's last digit is the connector; a charger with one connector matches any digit. */
function connectorOf(connectors: readonly LiveConnector[], number: string): LiveConnector | undefined {
  const digit = number.slice(number.indexOf('-') + 1);
  return (
    connectors.find(({ chargerId }) => chargerId === number) ??
    connectors.find(({ connectorId }) => connectorId === digit) ??
    (connectors.length === 1 ? connectors[0] : undefined)
  );
}

/** How long a start waits for what its confirmation shows, in ms. */
const MAX_WAIT_MS = 6_000;

/** Returns true once `begun` has been true for so long that a missing response counts as a failure. */
function useIsLate(begun: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!begun) return;
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  return isLate;
}
