import { queries } from '@shared/client';
import type { RunnableRemote } from '@shared/contract';
import { parseLiveFrame } from '@shared/contract/live';
import { liveConnectionAtom, plugWaitsAtom } from '@shared/state';
import { deliverLiveEvent, type MockResponses, renderScreen } from '@shared/testing';
import { act } from '@testing-library/react';
import remote from './remote.ts';

const CHARGER_ID = 'GET /GetChargerId/12345-1';
export const CONNECTORS = 'GET /OnlineConnectorStatus/12345-1';
export const STATUS = 'GET /OnlineConnectorStatus/cp/1';
export const PRICE = 'GET /CurrentPriceProfilePeriod/cp';
export const VEHICLES = 'GET /UserVehicles';
export const CHARGE = 'GET /UserTransactions/77';
export const ACTIVE = 'GET /UserActiveTransactions';
export const ATTEMPTS = 'GET /UserStartAttempts';
export const START = 'POST /RemoteStartTransactionRequest';
export const STOP = 'POST /RemoteStopTransactionRequest';

const price = { PriceKwh: 2, TransactionPrice: 1 };
export const connector = {
  chargerId: '12345-1',
  chargePointId: 'cp',
  connectorId: 1,
  siteId: 3,
  status: 'Available',
  isConnected: true,
  cctName: 'type2',
  cpCode: '12345',
  chargerModel: { cmMaxPower: 22 },
};
export const transaction = {
  transactionId: 77,
  chargePointId: 'cp',
  connectorId: 1,
  /** Ten minutes ago, also for tests that run long after this module was loaded. */
  get startTime() {
    return new Date(Date.now() - 600_000).toISOString();
  },
  startPriceProfilePeriod: price,
  meterTotal: 4,
};

const RESPONSES: MockResponses = {
  [CHARGER_ID]: { chargerId: '12345-1' },
  [CONNECTORS]: [connector],
  [STATUS]: [connector],
  [PRICE]: price,
  'GET /ChargerSites/3': { csId: 3, csName: 'Oficina', csFormattedAddress: 'Rua das Flores, 1' },
  [VEHICLES]: [{ uvId: 1, uvName: 'Azulzinho' }],
  'GET /wallet/Balance': { uwalBalance: 50 },
  'GET /userprofile': { id: 5, name: 'Ana Souza' },
  [CHARGE]: { transactionId: 77 },
  [ACTIVE]: [],
  [START]: { status: 'Accepted' },
  [STOP]: { status: 'Accepted' },
};

interface OpenOptions {
  remote?: RunnableRemote;
  /** Seconds until the wait for the plug on the connector ends; there is no wait without it. */
  plugWait?: number;
  /** URL of an earlier history entry. */
  cameFrom?: string;
}

/** Opens a screen as a logged-in user with a live connection and a mock server. */
export function openScreen(path: string, changed: MockResponses = {}, options: OpenOptions = {}) {
  const responses = { ...RESPONSES, ...changed };
  const at = `/brand${path && `/${path}`}`;
  const { cameFrom } = options;
  const screen = { at, loggedIn: true, responses, ...(cameFrom && { cameFrom }) };
  const view = renderScreen(options.remote ?? remote, screen);
  view.store.set(liveConnectionAtom, 'open');
  const { plugWait } = options;
  // Set explicitly: a new store would otherwise read what an earlier test left in storage.
  view.store.set(plugWaitsAtom, plugWait === undefined ? {} : { 'cp/1': Date.now() + plugWait * 1000 });
  return {
    ...view,
    /** Changes the response to a call. */
    respond: (call: string, response: MockResponses[string]) =>
      void Object.assign(responses, { [call]: response }),
    /** Delivers a live event. */
    emit(event: object) {
      const liveEvent = parseLiveFrame(JSON.stringify(event));
      if (!liveEvent) throw new Error('not a live event');
      act(() => deliverLiveEvent(liveEvent, view.queryClient));
    },
    endedCharges: () => view.queryClient.getQueryData(queries.endedCharges().queryKey),
  };
}
/** A charge of the user on connector 2 of the charge point. */
export const chargeAtOtherCable = (secondsAgo: number) => ({
  chargePointId: 'cp',
  connectorId: 2,
  transactionId: 78,
  startTime: new Date(Date.now() - secondsAgo * 1000).toISOString(),
});

type Screen = ReturnType<typeof openScreen>;

export const emitConnectorUpdate = ({ emit }: Screen, update: object) =>
  emit({ type: 'UpdateConnectorStatusIntegrationEvent', connector: update });
export const emitTransactionStarted = ({ emit }: Screen, fields: object = {}) =>
  emit({ type: 'StartTransactionIntegrationEvent', transaction: { ...transaction, ...fields } });
export const emitTransactionStopped = ({ emit }: Screen, stopped: object) =>
  emit({ type: 'StopTransactionIntegrationEvent', transaction: stopped });
export const emitStartFailed = ({ emit }: Screen, errorCode: string) =>
  emit({
    type: 'ErrorStartTransactionIntegrationEvent',
    chargePointId: 'cp',
    connectorId: '1',
    errorCode,
  });
