import { queries, useQuery, type writes } from '@shared/client';
import type { ValetQueueItem } from '@shared/contract';
import { useSite } from './use-queue.ts';

/** Body of the request that stops a charge. */
export type Charge = Parameters<typeof writes.stopCharge>[0];

/**
 * Returns the charge of a row, to stop it. The row only names its connector; the valet's list has the
 * charge point's id and the site's board the transaction. Undefined if another connector has the same
 * name.
 */
export function useCharge(siteId: string, item: ValetQueueItem): Charge | undefined {
  const places = useQuery(queries.valetConnectors(siteId)).data ?? [];
  const charges = useSite(siteId).data?.connectors ?? [];
  const isHere = (one: { name?: string | undefined; connectorId: string }) =>
    one.name === item.chargePointName && one.connectorId === item.connectorId;
  const [place, otherPlace] = places.filter(isHere);
  const [charge, otherCharge] = charges.filter(isHere);
  if (!place || otherPlace || otherCharge || charge?.transactionId === undefined) return undefined;
  return {
    ChargePointID: `${place.chargePointId}-${place.connectorId}`,
    TransactionID: charge.transactionId,
  };
}
