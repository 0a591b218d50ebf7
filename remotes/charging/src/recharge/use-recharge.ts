import { queries, statusOf, useQuery } from '@shared/client';
import { Transaction } from '@shared/contract';
import { liveConnectionAtom, useLiveEvent } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useReducer } from 'react';
import { forgetCharge, recallCharge, rememberCharge } from '../memory.ts';
import { PLUG_WAIT_MS } from '../start/use-start.ts';
import { NOTHING_YET, step } from './recharge-state.ts';

/** How often the connector is asked for while no live connection tells of it. */
const WITHOUT_LIVE_MS = 10_000;

/**
 * Everything that is known of a connector's charge: fetched anew when the screen opens and after an outage, then kept up
 * by live events (the bus writes the connector's into the query's cache). A stop that nobody told us of (a reload, a lost connection) is found by asking for the charge that
 * this device remembers.
 * @param waitUntil when the wait for the plug ends, if there is one, in milliseconds since 1970
 */
export function useRecharge(chargePointId: string, connectorId: string, waitUntil: number | undefined) {
  const [state, dispatch] = useReducer(step, NOTHING_YET);
  const connection = useAtomValue(liveConnectionAtom);
  const isHere = (of: { chargePointId: string; connectorId: string }) =>
    of.chargePointId === chargePointId && of.connectorId === connectorId;

  const status = useQuery({
    ...queries.connectorStatus(chargePointId, connectorId),
    staleTime: 0,
    refetchInterval: connection === 'open' || state.over ? false : WITHOUT_LIVE_MS,
  });
  // What an earlier visit left in the cache may speak of an earlier charge.
  const connector = status.isFetchedAfterMount ? status.data?.[0] : undefined;
  const { dataUpdatedAt } = status;
  useEffect(() => {
    if (connector) dispatch({ type: 'seen', connector, at: dataUpdatedAt });
  }, [connector, dataUpdatedAt]);

  useLiveEvent((event) => {
    switch (event.type) {
      case 'StartTransactionIntegrationEvent':
        if (isHere(event.transaction))
          dispatch({ type: 'started', transaction: event.transaction, at: Date.now() });
        break;
      case 'StopTransactionIntegrationEvent':
        if (isHere(event.transaction)) {
          const since = waitUntil === undefined ? undefined : waitUntil - PLUG_WAIT_MS;
          dispatch({ type: 'stopped', transaction: event.transaction, since });
        }
        break;
      case 'ErrorStartTransactionIntegrationEvent':
        if (isHere(event)) dispatch({ type: 'startFailed', errorCode: event.errorCode ?? '' });
        break;
    }
  });

  const transactionId = state.transaction?.transactionId;
  useEffect(() => {
    if (transactionId !== undefined) rememberCharge(chargePointId, connectorId, transactionId);
  }, [chargePointId, connectorId, transactionId]);

  // The connector no longer tells of the charge that was open here, or is free: has it ended unheard?
  const remembered = transactionId ?? recallCharge(chargePointId, connectorId);
  const looksOver =
    connector?.transaction === undefined || ['Available', 'Finishing'].includes(connector.status ?? '');
  const missed = connector !== undefined && looksOver && !state.over;
  const receipt = useQuery({
    ...queries.userTransaction(remembered ?? ''),
    staleTime: 0,
    enabled: missed && remembered !== undefined,
    refetchInterval: missed ? WITHOUT_LIVE_MS : false,
  });
  // Someone else's, left on this device by another account.
  const foreign = transactionId === undefined && [403, 404].includes(statusOf(receipt.error));
  useEffect(() => {
    if (foreign) forgetCharge(chargePointId, connectorId);
  }, [foreign, chargePointId, connectorId]);
  const stopTime = receipt.data?.stopTime;
  useEffect(() => {
    if (!missed || remembered === undefined || stopTime === undefined) return;
    const transaction = { transactionId: remembered, chargePointId, connectorId, stopTime };
    dispatch({ type: 'stopped', transaction: Transaction.parse(transaction) });
  }, [missed, remembered, stopTime, chargePointId, connectorId]);

  return {
    state,
    failed: status.isError,
    refetching: status.isFetching,
    refetch: status.refetch,
    missing: status.isSuccess && status.data.length === 0,
    errorRead: () => dispatch({ type: 'errorRead' }),
  };
}
