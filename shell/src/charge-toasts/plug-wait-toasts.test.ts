import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient } from '@shared/client';
import { Transaction } from '@shared/contract';
import { emitLiveEvent, liveConnectionAtom, plugWaitsAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, mockCalls } from '@shared/testing';
import { createStore } from 'jotai';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { watchPlugWaits } from './plug-wait-toasts.ts';

const ACTIVE = 'GET /UserActiveTransactions';
const STATUS = 'GET /OnlineConnectorStatus/cp/1';
const connector = {
  chargerId: '20264-1',
  chargePointId: 'cp',
  connectorId: '1',
  status: 'Available',
  isConnected: true,
};
const charge = (connectorId: string) => ({ chargePointId: 'cp', connectorId });

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;

beforeEach(() => {
  rs.useFakeTimers();
  localStorage.clear();
  history.replaceState(null, '', '/faisca/extract');
  store = createStore();
  cache = createQueryClient();
  store.set(sessionAtom, { status: 'user', token: 'a' });
});
afterEach(() => {
  stop();
  cache.clear();
  rs.useRealTimers();
});

/** Begins with a wait that has 10 s left. */
function watch(responses: MockResponses = {}) {
  const server = mockCalls({ [ACTIVE]: [], [STATUS]: [connector], ...responses });
  store.set(plugWaitsAtom, { 'cp/1': Date.now() + 10_000 });
  stop = watchPlugWaits({ store, cache });
  return server;
}
const after = (seconds: number) => rs.advanceTimersByTimeAsync(seconds * 1000);
const toasts = () => store.get(toastsAtom);
const press = (label: string) =>
  toasts()[0]
    ?.actions?.find((action) => action.label === label)
    ?.run();

test('says on any screen that the wait for the plug has ended, with a link to the recharge', async () => {
  watch();
  await after(9);
  expect(toasts()).toEqual([]);
  await after(2);
  expect(toasts()).toMatchObject([
    {
      kind: 'info',
      title: 'Tempo de espera terminou',
      text: 'Conector 20264-1 · O plug não foi conectado a tempo. Nada foi cobrado.',
    },
  ]);
  press('Ver detalhes');
  expect(store.get(requestedPathAtom)).toBe('/faisca/recharge/cp/1');
});

test('says to a guest that the payment goes back', async () => {
  store.set(sessionAtom, { status: 'guest', token: 'secret' });
  watch();
  await after(11);
  expect(toasts()[0]?.text).toMatch(/a tempo\. O valor que você pagou volta por Pix/);
});

test('does not say that the plug was missing if the charge point may not have reported it', async () => {
  watch({ [STATUS]: [{ ...connector, isConnected: false }] });
  await after(11);
  expect(toasts()).toMatchObject([{ title: 'Tempo de espera terminou', text: 'Conector 20264-1' }]);
});

test('does not say that the plug was missing if the connector could not be read', async () => {
  watch({ [STATUS]: failure(503, '') });
  await after(11);
  expect(toasts()).toMatchObject([{ title: 'Tempo de espera terminou', text: undefined }]);
});

test('does not say after an outage that nothing was charged: a charge may have begun and ended in it', async () => {
  watch({ [ACTIVE]: (_: URL, times: number) => (times === 0 ? failure(503, '')() : []) });
  await after(60);
  store.set(liveConnectionAtom, 'open');
  await after(1);
  expect(toasts()).toMatchObject([{ title: 'Tempo de espera terminou', text: 'Conector 20264-1' }]);
});

test('leaves it to the recharge screen, which says so itself', async () => {
  watch();
  history.replaceState(null, '', '/faisca/recharge/cp/1');
  await after(11);
  history.replaceState(null, '', '/faisca/');
  store.set(liveConnectionAtom, 'open');
  await after(1);
  expect(toasts()).toEqual([]);
});

test.each([
  ['event', 'its connector', '1'],
  ['list', 'its connector', '1'],
  ['list', 'another cable of the charge point', '2'],
])('says nothing if a charge begins, according to the %s, at %s', async (source, _, connectorId) => {
  watch({ [ACTIVE]: source === 'list' ? [charge(connectorId)] : [] });
  const transaction = Transaction.parse({ transactionId: '9', ...charge(connectorId) });
  if (source === 'event') emitLiveEvent({ type: 'StartTransactionIntegrationEvent', transaction });
  await after(11);
  expect(toasts()).toEqual([]);
  expect(store.get(plugWaitsAtom)).toEqual({});
});

test("reports a wait while the driver's earlier charge runs at another cable", async () => {
  const startTime = new Date(Date.now() - 600_000).toISOString();
  watch({ [ACTIVE]: [{ ...charge('2'), startTime }] });
  await after(11);
  expect(toasts()).toHaveLength(1);
});

test('removes the toast when the charge begins at the last moment', async () => {
  watch();
  await after(11);
  expect(toasts()).toHaveLength(1);
  const transaction = Transaction.parse({ transactionId: '9', ...charge('1') });
  emitLiveEvent({ type: 'StartTransactionIntegrationEvent', transaction });
  expect(toasts()).toEqual([]);
});

test('reports a wait once it is known that no charge has begun, after an outage of less than 10 minutes', async () => {
  watch({ [ACTIVE]: (_: URL, times: number) => (times === 0 ? failure(503, '')() : []) });
  await after(11);
  expect(toasts()).toEqual([]);
  store.set(liveConnectionAtom, 'open');
  await after(1);
  expect(toasts()).toHaveLength(1);
});

test('reports a wait again after a reload until it is dismissed, and none of more than 10 minutes ago', async () => {
  watch();
  await after(11);
  stop();
  store.set(toastsAtom, []);
  stop = watchPlugWaits({ store, cache });
  await after(1);
  expect(toasts()).toHaveLength(1);
  stop();
  store.set(toastsAtom, []);
  await after(600);
  stop = watchPlugWaits({ store, cache });
  await after(1);
  expect(toasts()).toEqual([]);
});

test('forgets a wait that is dismissed', async () => {
  watch();
  await after(11);
  press('Fechar');
  expect(store.get(plugWaitsAtom)).toEqual({});
  expect(toasts()).toEqual([]);
});
