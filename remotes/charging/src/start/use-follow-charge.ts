import { queries, useQuery } from '@shared/client';
import type { LiveConnector } from '@shared/contract';
import { connectorKey, useLiveEvent } from '@shared/state';
import { useEffect, useEffectEvent } from 'react';

/** Polling interval of the user's charges while the outcome of a start is unknown, in ms. */
const POLL_MS = 5_000;

type Place = Pick<LiveConnector, 'chargePointId' | 'connectorId'>;
const keyOf = ({ chargePointId, connectorId }: Place) => connectorKey(chargePointId, connectorId);

/**
 * Calls `onBegun` when the user's charge has begun on a connector although its start got no response.
 * @param isUnknown true after such a start: live events may be lost as well, so the user's charges
 * are polled
 */
export function useFollowCharge(connector: Place | undefined, isUnknown: boolean, onBegun: () => void) {
  const active = useQuery({
    ...queries.activeRecharges(),
    staleTime: 0,
    enabled: isUnknown,
    refetchInterval: POLL_MS,
  });
  const isHere = (charge: Place) => connector !== undefined && keyOf(charge) === keyOf(connector);
  // Data cached by an earlier screen may belong to an earlier charge.
  const hasBegun = isUnknown && active.isFetchedAfterMount && active.data?.some(isHere) === true;
  const begin = useEffectEvent(onBegun);
  useEffect(() => {
    if (hasBegun) begin();
  }, [hasBegun]);
  useLiveEvent((event) => {
    if (isUnknown && event.type === 'StartTransactionIntegrationEvent' && isHere(event.transaction))
      onBegun();
  });
}
