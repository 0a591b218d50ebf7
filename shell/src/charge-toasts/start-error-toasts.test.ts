import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { createQueryClient, type QueryClient, queries } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { dismissStartError } from '@shared/client/start-errors';
import { Transaction } from '@shared/contract';
import { emitLiveEvent, liveConnectionAtom, plugWaitsAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, mockCalls } from '@shared/testing';
import { waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { pollsAtom } from '../connection/live/polls.ts';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { watchStartErrors } from './start-error-toasts.ts';

const ATTEMPTS = 'GET /UserStartAttempts';
const failed = { attemptId: '5', chargePointId: 'cp', connectorId: '1', errorCode: 'ConnectorLockFailure' };
const event = { type: 'ErrorStartTransactionIntegrationEvent', ...failed } as const;

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/faisca/extract');
  store = createStore();
  cache = createQueryClient();
  store.set(sessionAtom, { status: 'user', token: 'a' });
});
afterEach(() => {
  stop();
  cache.clear();
});

function watch(responses: MockResponses = {}) {
  const server = mockCalls(responses);
  stop = watchStartErrors({ store, cache });
  return server;
}
const toasts = () => store.get(toastsAtom);
const press = (label: string) =>
  toasts()[0]
    ?.actions?.find((action) => action.label === label)
    ?.run();
const connect = () => store.set(liveConnectionAtom, 'open');

test('shows a start error with its cause on any screen, with a link to the recharge', () => {
  watch();
  emitLiveEvent(event);
  expect(toasts()).toMatchObject([
    {
      kind: 'failure',
      title: 'Erro ao iniciar a recarga.',
      text: 'O plug não travou. Encaixe-o novamente.',
    },
  ]);
  press('Ver detalhes');
  expect(store.get(requestedPathAtom)).toBe('/faisca/recharge/cp/1');
});

test('adds for a guest that the payment goes back', () => {
  store.set(sessionAtom, { status: 'guest' });
  watch();
  emitLiveEvent(event);
  expect(toasts()).toMatchObject([
    {
      text: 'O plug não travou. Encaixe-o novamente. O valor que você pagou volta por Pix para a conta de onde veio.',
    },
  ]);
});

test('shows a start error without a link if its connector is unknown', () => {
  watch();
  emitLiveEvent({ ...event, chargePointId: '', connectorId: '' });
  expect(toasts()[0]?.actions?.map(({ label }) => label)).toEqual(['Fechar']);
});

test('shows a start error that arrived before this code was loaded, once, and none that was dismissed', () => {
  applyEvent({ ...event, attemptId: undefined }, cache);
  applyEvent({ ...event, connectorId: '2' }, cache);
  dismissStartError(cache, { chargePointId: 'cp', connectorId: '2' });
  watch();
  expect(toasts()).toMatchObject([{ text: 'O plug não travou. Encaixe-o novamente.' }]);
  emitLiveEvent(event);
  expect(toasts()).toHaveLength(1);
  press('Fechar');
  store.set(toastsAtom, []);
  stop();
  watch();
  expect(toasts()).toEqual([]);
});

test("ends a failed start's wait for the plug", () => {
  watch();
  store.set(plugWaitsAtom, { 'cp/1': 1, 'cp/2': 2 });
  emitLiveEvent(event);
  expect(store.get(plugWaitsAtom)).toEqual({ 'cp/2': 2 });
});

test('shows an error that a poll has found, and asks a backend without the list only once', async () => {
  const { requests } = watch({ [ATTEMPTS]: [failed] });
  store.set(pollsAtom, 1);
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect(requests).toEqual([ATTEMPTS]);
  stop();

  cache.clear();
  const without = watch({});
  for (const polls of [2, 3, 4]) {
    store.set(pollsAtom, polls);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  expect(without.requests).toHaveLength(1);
});

test('leaves the error to the recharge screen of the connector', () => {
  history.replaceState(null, '', '/faisca/recharge/cp/1');
  watch();
  emitLiveEvent(event);
  expect(toasts()).toEqual([]);
  history.replaceState(null, '', '/faisca/recharge/cp/2');
  emitLiveEvent(event);
  expect(toasts()).toHaveLength(1);
});

test('shows a missed error once the connection opens, once, and not after it was dismissed', async () => {
  watch({ [ATTEMPTS]: [failed, { ...failed, connectorId: '2', errorCode: null, waitUntil: null }] });
  connect();
  await waitFor(() => expect(toasts()).toHaveLength(1));
  emitLiveEvent(event);
  expect(toasts()).toHaveLength(1);
  press('Fechar');
  store.set(toastsAtom, []);
  stop();

  // After a reload.
  cache.clear();
  const server = watch({ [ATTEMPTS]: [failed] });
  await waitFor(() => expect(server.requests).toHaveLength(1));
  await waitFor(() => expect(cache.getQueryData(queries.startAttempts().queryKey)).toHaveLength(1));
  expect(toasts()).toEqual([]);
});

test('removes the error when a charge begins on the connector', () => {
  watch();
  emitLiveEvent(event);
  const transaction = Transaction.parse({ transactionId: '9', chargePointId: 'cp', connectorId: '1' });
  emitLiveEvent({ type: 'StartTransactionIntegrationEvent', transaction });
  expect(toasts()).toEqual([]);
});

test('remembers a dismissed error although the list of starts was fetched before it', async () => {
  const responses: MockResponses = { [ATTEMPTS]: [] };
  connect();
  watch(responses);
  await waitFor(() => expect(cache.getQueryData(queries.startAttempts().queryKey)).toEqual([]));
  emitLiveEvent(event);
  press('Fechar');
  store.set(toastsAtom, []);
  store.set(liveConnectionAtom, 'connecting');
  responses[ATTEMPTS] = [failed];
  connect();
  await waitFor(() => expect(cache.getQueryData(queries.startAttempts().queryKey)).toHaveLength(1));
  expect(toasts()).toEqual([]);
});

test('fetches missed errors after an outage', async () => {
  const responses: MockResponses = { [ATTEMPTS]: [] };
  connect();
  watch(responses);
  await waitFor(() => expect(cache.getQueryData(queries.startAttempts().queryKey)).toEqual([]));
  store.set(liveConnectionAtom, 'connecting');
  responses[ATTEMPTS] = [failed];
  connect();
  await waitFor(() => expect(toasts()).toHaveLength(1));
});

test('shows nothing when the backend has no such call', async () => {
  const server = watch({ [ATTEMPTS]: failure(404) });
  connect();
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(toasts()).toEqual([]);
});

test('removes the errors of a user who logs out, and keeps them when the profile loads', () => {
  watch();
  emitLiveEvent(event);
  store.set(sessionAtom, { status: 'user', token: 'a' });
  expect(toasts()).toHaveLength(1);
  store.set(sessionAtom, { status: 'guest' });
  expect(toasts()).toEqual([]);
});
