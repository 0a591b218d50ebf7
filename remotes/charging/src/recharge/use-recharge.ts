import { queries, statusOf, useQuery } from '@shared/client';
import { Transaction } from '@shared/contract';
import { liveConnectionAtom, useLiveEvent } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useReducer } from 'react';
import { PLUG_WAIT_MS } from '../start/use-start.ts';
import { readStoredCharge, removeStoredCharge, storeCharge } from '../stored-charge.ts';
import { INITIAL_STATE, rechargeReducer } from './recharge-state.ts';

/** Polling interval of the connector without a live connection. */
const POLL_MS = 10_000;

/**
 * Loads the state of a connector's charge: fetched when the screen opens and after an outage, then
 * kept current by live events (the event bus writes connector updates to the query cache). A stop
 * missed during a reload or an outage is detected by fetching the charge that this device
 * remembers.
 * @param waitUntil deadline of the wait for the plug, if there is one, in ms since 1970
 */
export function useRecharge(chargePointId: string, connectorId: string, waitUntil: number | undefined) {
  const [state, dispatch] = useReducer(rechargeReducer, INITIAL_STATE);
  const connection = useAtomValue(liveConnectionAtom);
  const isThisConnector = (of: { chargePointId: string; connectorId: string }) =>
    of.chargePointId === chargePointId && of.connectorId === connectorId;

  const status = useQuery({
    ...queries.connectorStatus(chargePointId, connectorId),
    staleTime: 0,
    refetchInterval: connection === 'open' || state.over ? false : POLL_MS,
  });
  // Data cached by an earlier visit may belong to an earlier charge.
  const connector = status.isFetchedAfterMount ? status.data?.[0] : undefined;
  const { dataUpdatedAt } = status;
  useEffect(() => {
    if (connector) dispatch({ type: 'seen', connector, at: dataUpdatedAt });
  }, [connector, dataUpdatedAt]);

  useLiveEvent((event) => {
    switch (event.type) {
      case 'StartTransactionIntegrationEvent':
        if (isThisConnector(event.transaction))
          dispatch({ type: 'started', transaction: event.transaction, at: Date.now() });
        break;
      case 'StopTransactionIntegrationEvent':
        if (isThisConnector(event.transaction)) {
          const since = waitUntil === undefined ? undefined : waitUntil - PLUG_WAIT_MS;
          dispatch({ type: 'stopped', transaction: event.transaction, since });
        }
        break;
      case 'ErrorStartTransactionIntegrationEvent':
        if (isThisConnector(event)) dispatch({ type: 'startFailed', errorCode: event.errorCode ?? '' });
        break;
    }
  });

  const transactionId = state.transaction?.transactionId;
  useEffect(() => {
    if (transactionId !== undefined) storeCharge(chargePointId, connectorId, transactionId);
  }, [chargePointId, connectorId, transactionId]);

  // If the connector no longer reports the known charge, or is free, its stop may have been missed.
  const storedCharge = transactionId ?? readStoredCharge(chargePointId, connectorId);
  const mayHaveEnded =
    connector?.transaction === undefined || ['Available', 'Finishing'].includes(connector.status ?? '');
  const stopMayBeMissed = connector !== undefined && mayHaveEnded && !state.over;
  const receipt = useQuery({
    ...queries.userTransaction(storedCharge ?? ''),
    staleTime: 0,
    enabled: stopMayBeMissed && storedCharge !== undefined,
    refetchInterval: stopMayBeMissed ? POLL_MS : false,
  });
  // The remembered charge belongs to another account on this device.
  const isOfAnotherUser = transactionId === undefined && [403, 404].includes(statusOf(receipt.error));
  useEffect(() => {
    if (isOfAnotherUser) removeStoredCharge(chargePointId, connectorId);
  }, [isOfAnotherUser, chargePointId, connectorId]);
  const stopTime = receipt.data?.stopTime;
  useEffect(() => {
    if (!stopMayBeMissed || storedCharge === undefined || stopTime === undefined) return;
    const transaction = { transactionId: storedCharge, chargePointId, connectorId, stopTime };
    dispatch({ type: 'stopped', transaction: Transaction.parse(transaction) });
  }, [stopMayBeMissed, storedCharge, stopTime, chargePointId, connectorId]);

  return {
    state,
    failed: status.isError,
    refetching: status.isFetching,
    refetch: status.refetch,
    missing: status.isSuccess && status.data.length === 0,
    errorRead: () => dispatch({ type: 'errorRead' }),
  };
}
