import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient } from '@shared/client';
import { pendingOrdersOf, rememberOrder } from '@shared/client/pending-orders';
import { Order, User } from '@shared/contract';
import { emitLiveEvent, liveConnectionAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, mockCalls } from '@shared/testing';
import { waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { watchConnectivity } from '../connectivity/watch-connectivity.ts';
import { catchUpOrders } from './catch-up-orders.ts';
import { FakeSocket } from './fake-socket.testing.ts';
import { startLiveBus } from './live-bus.ts';
import { pollsAtom } from './polls.ts';

const ORDER = 'GET /Payment/Order/9';
const order = { orderId: 9, orderState: 'paid', orderAmount: 35 };

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stops: (() => void)[];

beforeEach(() => {
  localStorage.clear();
  rs.stubGlobal('WebSocket', FakeSocket);
  store = createStore();
  cache = createQueryClient();
  stops = [watchConnectivity(store, async () => true)];
});
afterEach(() => {
  for (const stop of stops) stop();
  cache.clear();
  rs.unstubAllGlobals();
});

function start(responses: MockResponses) {
  const server = mockCalls(responses);
  const bus = { store, cache, liveUrl: '/live', product: 'test', onInvalidUser() {}, onOpen() {} };
  stops.push(startLiveBus({ ...bus, openReceipt() {} }), catchUpOrders({ store, cache }));
  return { ...server, count: () => server.requests.filter((call) => call === ORDER).length };
}
const logIn = (id: string) =>
  store.set(sessionAtom, { status: 'user', token: `token ${id}`, user: User.parse({ id, name: 'Ana' }) });
const titles = () => store.get(toastsAtom).map(({ title }) => title);

test.each([
  ['paid', 'Crédito adicionado com sucesso'],
  ['canceled', 'Não autorizado'],
  ['unauthorized', 'Não autorizado'],
  ['error', 'Falha'],
])('reports a top-up once that was %s while the app was closed', async (orderState, title) => {
  rememberOrder('7', '9');
  start({ [ORDER]: { ...order, orderState } });
  logIn('7');
  await waitFor(() => expect(titles()).toEqual([title]));
  expect(pendingOrdersOf('7')).toEqual([]);
  store.set(toastsAtom, []);
  emitLiveEvent({ type: 'order', order: Order.parse({ orderId: '9', orderState, orderOtId: 0 }) });
  expect(titles()).toEqual([]);
});

test('checks a pending top-up again whenever the connection opens, also after a failed call', async () => {
  rememberOrder('7', '9');
  const { count } = start({
    [ORDER]: (_: URL, times: number) =>
      [() => ({ ...order, orderState: 'pending' }), failure(500), () => order][times]?.(),
  });
  logIn('7');
  await waitFor(() => expect(count()).toBe(1));
  for (const checks of [2, 3]) {
    store.set(liveConnectionAtom, 'connecting');
    store.set(liveConnectionAtom, 'open');
    await waitFor(() => expect(count()).toBeGreaterThanOrEqual(checks));
  }
  await waitFor(() => expect(titles()).toEqual(['Crédito adicionado com sucesso']));
});

test('checks a pending top-up at every poll while no connection opens', async () => {
  rememberOrder('7', '9');
  const { count } = start({
    [ORDER]: (_: URL, times: number) => ({ ...order, orderState: times < 2 ? 'pending' : 'paid' }),
  });
  logIn('7');
  await waitFor(() => expect(count()).toBe(1));
  for (const polls of [1, 2]) {
    store.set(pollsAtom, polls);
    await waitFor(() => expect(count()).toBe(polls + 1));
  }
  await waitFor(() => expect(titles()).toEqual(['Crédito adicionado com sucesso']));
});

test.each(['canceled', 'unauthorized', 'error'])(
  'forgets an unpaid Pix code that is %s without a message',
  async (orderState) => {
    rememberOrder('7', '9');
    start({ [ORDER]: { ...order, orderState, orderPaymentMethodData: '{"item_type":"pix"}' } });
    logIn('7');
    await waitFor(() => expect(pendingOrdersOf('7')).toEqual([]));
    expect(titles()).toEqual([]);
  },
);

test("leaves another user's top-up alone", async () => {
  rememberOrder('8', '9');
  const { requests } = start({ [ORDER]: order });
  logIn('7');
  store.set(liveConnectionAtom, 'open');
  await Promise.resolve();
  expect(requests).not.toContain(ORDER);
  expect(pendingOrdersOf('8')).toEqual(['9']);
});

test.each([
  ['unauthorized', 'Não autorizado', 'R$\u00a035,00'],
  ['error', 'Falha', 'Erro ao completar a transação. Por favor tente novamente. R$\u00a035,00'],
])('reports a top-up in progress that is %s by its live event, and no other', (orderState, title, text) => {
  rememberOrder('7', '9');
  start({ [ORDER]: { ...order, orderState: 'pending' } });
  logIn('7');
  const parsed = Order.parse({ orderId: '9', orderState, orderOtId: 0, orderAmount: 35 });
  // The top-up screen shows this one itself.
  emitLiveEvent({ type: 'order', order: { ...parsed, orderId: '10' } });
  expect(titles()).toEqual([]);
  emitLiveEvent({ type: 'order', order: parsed });
  expect(store.get(toastsAtom)).toMatchObject([{ kind: 'failure', title, text }]);
});

test('forgets a top-up when its live event arrives', () => {
  rememberOrder('7', '9');
  start({ [ORDER]: { ...order, orderState: 'pending' } });
  logIn('7');
  emitLiveEvent({ type: 'order', order: Order.parse({ orderId: '9', orderState: 'paid', orderOtId: 0 }) });
  expect(pendingOrdersOf('7')).toEqual([]);
});
