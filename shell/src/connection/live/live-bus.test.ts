import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configureApi, createQueryClient, type QueryClient, queries, useQuery } from '@shared/client';
import { Brand } from '@shared/contract';
import { INVALID_USER } from '@shared/contract/live';
import {
  brandAtom,
  liveConnectionAtom,
  onLiveEvent,
  onlineAtom,
  orderToastId,
  plugWaitsAtom,
  sessionAtom,
  showToastAtom,
  toastsAtom,
} from '@shared/state';
import { renderHook } from '@testing-library/react';
import { createStore } from 'jotai';
import { syncSession } from '../../people/session/sync-session.ts';
import { connectivityAtom } from '../connectivity/connectivity.ts';
import { watchConnectivity } from '../connectivity/watch-connectivity.ts';
import { FakeSocket } from './fake-socket.testing.ts';
import { startLiveBus } from './live-bus.ts';

const SECOND = 1000;
const transaction = { transactionId: '9', chargePointId: '7', connectorId: '1' };
const connector = { chargePointId: '7', connectorId: '1', status: 'Charging', isConnected: true };
const statusKey = queries.connectorStatus('7', '1').queryKey;

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;
let stopConnectivity: () => void;
/** Whether probes reach the page's own origin. */
let reachable: boolean;
let opened: number;
let receipts: string[];
let refused: string[];
let requests: string[];
let errors: ReturnType<typeof rs.spyOn>;

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  errors = rs.spyOn(console, 'error').mockImplementation(() => {});
  opened = 0;
  receipts = [];
  refused = [];
  requests = [];
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    return Response.json({ uwalBalance: 1 });
  });
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({}),
    onUnauthorized: () => {},
    onUnreadable: () => {},
  });
  store = createStore();
  reachable = true;
  stopConnectivity = watchConnectivity(store, async () => reachable);
  cache = createQueryClient();
  stop = startLiveBus({
    store,
    cache,
    liveUrl: '/live',
    product: 'test',
    openReceipt: (id) => receipts.push(id),
    onInvalidUser: (token) => refused.push(token),
    onOpen: () => {
      opened += 1;
    },
  });
});
afterEach(() => {
  stop();
  stopConnectivity();
  cache.clear();
  errors.mockRestore();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

function connect() {
  store.set(sessionAtom, { status: 'user', token: 'a b' });
  FakeSocket.last.accept();
}
const update = (fields: object) =>
  FakeSocket.last.say({
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector: { ...connector, ...fields },
  });

test('opens a socket for a user but not for a guest, and closes it with the session', () => {
  expect(FakeSocket.all).toHaveLength(0);
  expect(store.get(liveConnectionAtom)).toBe('idle');
  store.set(sessionAtom, { status: 'user', token: 'a b' });
  const { url, protocol } = FakeSocket.last;
  expect([new URL(url).searchParams.get('token'), protocol]).toEqual(['a b', 'testEvents']);
  expect(url).toMatch(/^ws:/);
  FakeSocket.last.accept();
  expect(store.get(liveConnectionAtom)).toBe('open');
  store.set(sessionAtom, { status: 'guest' });
  expect(store.get(liveConnectionAtom)).toBe('idle');
  expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED);
});

/** Responds to requests for a ticket, of a backend that offers tickets. */
function offerTickets(respond: (request: Request) => Response | Promise<Response>) {
  store.set(brandAtom, { slug: 'marca', record: Brand.parse({ appId: '1', liveTickets: true }) });
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    return respond(request);
  });
  store.set(sessionAtom, { status: 'user', token: 'a b' });
}

test('opens the socket with a new ticket at each try, and without the token, if the backend has tickets', async () => {
  let issued = 0;
  offerTickets(() => Response.json({ ticket: `ticket-${++issued}` }));
  await rs.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  FakeSocket.last.hangUp();
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  await rs.waitFor(() => expect(FakeSocket.all).toHaveLength(2));
  expect(FakeSocket.all.map(({ url }) => new URL(url).search)).toEqual([
    '?token=ticket-1&ticket=ticket-1',
    '?token=ticket-2&ticket=ticket-2',
  ]);
  expect(requests).toEqual(['/UserMessagesTicket', '/UserMessagesTicket']);
});

test.each([404, 405])(
  'opens the socket with the token if the call for a ticket returns %i',
  async (status) => {
    offerTickets(() => new Response(null, { status }));
    await rs.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
    expect(new URL(FakeSocket.last.url).search).toBe('?token=a+b');
  },
);

test('opens no socket while the call for a ticket fails, and tries again every 5 s', async () => {
  let fails = true;
  offerTickets(() => (fails ? new Response(null, { status: 503 }) : Response.json({ ticket: 'late' })));
  await rs.waitFor(() => expect(requests).toHaveLength(1));
  await rs.advanceTimersByTimeAsync(4 * SECOND);
  expect(requests).toHaveLength(1);
  expect(FakeSocket.all).toHaveLength(0);
  fails = false;
  await rs.advanceTimersByTimeAsync(2 * SECOND);
  await rs.waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  expect(new URL(FakeSocket.last.url).search).toBe('?token=late&ticket=late');
});

test('requests one ticket when the page wakes up several times, and opens no socket after the session', async () => {
  let respond: (response: Response) => void = () => {};
  offerTickets(() => new Promise((resolve) => (respond = resolve)));
  for (let event = 0; event < 3; event++) dispatchEvent(new Event('pageshow'));
  await rs.waitFor(() => expect(requests).toHaveLength(1));
  store.set(sessionAtom, { status: 'guest' });
  respond(Response.json({ ticket: 'too-late' }));
  await rs.advanceTimersByTimeAsync(60 * SECOND);
  expect(FakeSocket.all).toHaveLength(0);
  expect(requests).toHaveLength(1);
});

test('opens no second socket when the profile arrives later', () => {
  connect();
  store.set(sessionAtom, { status: 'user', token: 'a b', user: undefined });
  expect(FakeSocket.all).toHaveLength(1);
});

test('ends the session on INVALID_USER, without another try', () => {
  connect();
  FakeSocket.last.hangUp(INVALID_USER);
  expect(refused).toEqual(['a b']);
  rs.advanceTimersByTime(60 * SECOND);
  expect(FakeSocket.all).toHaveLength(1);
});

test('writes a connector frame to its query, with its transaction merged', () => {
  connect();
  update({ transaction: { ...transaction, startTime: '2026-01-01T00:00:00Z' } });
  update({ soC: 51, transaction: { ...transaction, meterTotal: 2.5 } });
  update({ soC: 52 });
  expect(cache.getQueryData(statusKey)).toMatchObject([
    { soC: 52, transaction: { startTime: '2026-01-01T00:00:00Z', meterTotal: 2.5 } },
  ]);
});

test('discards a response in flight that is older than a frame', async () => {
  connect();
  let respond: (body: object) => void = () => {};
  rs.stubGlobal('fetch', () => new Promise((resolve) => (respond = (body) => resolve(Response.json(body)))));
  const late = cache.fetchQuery(queries.connectorStatus('7', '1')).catch(() => 'dropped');
  await rs.advanceTimersByTimeAsync(10);
  update({ soC: 60 });
  respond([{ ...connector, soC: 10 }]);
  await late;
  expect(cache.getQueryData(statusKey)).toMatchObject([{ soC: 60 }]);
});

test("updates the connector in its site's list, and keeps the identity of the other lists", () => {
  connect();
  const other = [{ chargePointId: '8', connectorId: '1', connectorStatus: 'Available' }];
  cache.setQueryData(queries.siteConnectors('1').queryKey, [
    { ...connector, connectorStatus: 'Available' },
  ] as never);
  cache.setQueryData(queries.siteConnectors('2').queryKey, other as never);
  update({ status: 'Faulted', isConnected: false });
  expect(cache.getQueryData(queries.siteConnectors('1').queryKey)).toMatchObject([
    { connectorStatus: 'Faulted', cpStatus: 'Offline' },
  ]);
  expect(cache.getQueryData(queries.siteConnectors('2').queryKey)).toBe(other);
});

test('sets and ends the transaction on start and stop, invalidates the balance at once and the active list after 1 s', () => {
  connect();
  update({});
  cache.setQueryData(queries.balance().queryKey, { uwalBalance: 10 });
  cache.setQueryData(queries.activeRecharges().queryKey, []);
  const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
  FakeSocket.last.say({ type: 'StartTransactionIntegrationEvent', transaction });
  expect(cache.getQueryData(statusKey)).toMatchObject([{ transaction: { transactionId: '9' } }]);
  expect(isStale(queries.balance().queryKey)).toBe(true);
  expect(isStale(queries.activeRecharges().queryKey)).toBe(false);
  rs.advanceTimersByTime(SECOND);
  expect(isStale(queries.activeRecharges().queryKey)).toBe(true);
  FakeSocket.last.say({ type: 'StopTransactionIntegrationEvent', transaction });
  expect(cache.getQueryData(statusKey)).toMatchObject([{ transaction: undefined }]);
  expect(cache.getQueryData(queries.endedCharges().queryKey)).toMatchObject({ 9: transaction });
});

test('assigns a start error that names no connector to the newest start that waits on this device', () => {
  connect();
  store.set(plugWaitsAtom, { 'a/2': 1, 'cp/2': 3, 'cp/1': 2 });
  const error = { type: 'ErrorStartTransactionIntegrationEvent', errorCode: 'Blocked' };
  const errorAt = (...place: [string, string]) => cache.getQueryData(queries.startError(...place).queryKey);
  FakeSocket.last.say(error);
  expect(errorAt('cp', '2')).toBe('Blocked');
  FakeSocket.last.say({ ...error, chargePointId: 'a' });
  expect(errorAt('a', '2')).toBe('Blocked');
  FakeSocket.last.say({ ...error, chargePointId: 'b' });
  expect(errorAt('b', '')).toBe('Blocked');
  expect(errorAt('cp', '1')).toBeUndefined();
});

test('notifies listeners after the cache is written, and all of them when one throws', () => {
  connect();
  const received: unknown[] = [];
  const unsubscribes = [
    onLiveEvent(() => {
      throw new Error('broken listener');
    }),
    onLiveEvent((event) => received.push(event.type, cache.getQueryData(statusKey))),
  ];
  update({ soC: 1 });
  for (const unsubscribe of unsubscribes) unsubscribe();
  expect(received).toMatchObject(['UpdateConnectorStatusIntegrationEvent', [{ soC: 1 }]]);
  expect(errors).toHaveBeenCalledTimes(1);
});

test('reports and drops unreadable frames', () => {
  connect();
  FakeSocket.last.say('<html>');
  FakeSocket.last.say({ type: 'UpdateConnectorStatusIntegrationEvent', connector: { chargePointId: {} } });
  expect(errors).toHaveBeenCalledTimes(2);
  update({ soC: 7 });
  expect(cache.getQueryData(statusKey)).toMatchObject([{ soC: 7 }]);
});

test('shows one toast for a paid top-up, linking to its receipt, and one with method and amount for a canceled top-up', () => {
  connect();
  const paid = { order: { orderId: 5, orderState: 'paid', orderOtId: 0, orderAmount: 35 } };
  FakeSocket.last.say(paid);
  FakeSocket.last.say(paid);
  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Crédito adicionado com sucesso' }]);
  const actions = store.get(toastsAtom)[0]?.actions ?? [];
  expect(actions.map(({ label }) => label)).toEqual(['Recibo', 'Fechar']);
  actions[0]?.run();
  expect(receipts).toEqual(['5']);
  FakeSocket.last.say({
    order: {
      orderId: 6,
      orderState: 'canceled',
      orderOtId: 0,
      orderAmount: 60,
      orderPaymentMethodData: '{"description":"VISA 1111"}',
    },
  });
  expect(store.get(toastsAtom)[1]).toMatchObject({
    title: 'Não autorizado',
    text: 'VISA 1111 · R$\u00a060,00',
    actions: [{ label: 'Fechar' }],
  });
  for (const orderState of ['captured', 'pending', 'unauthorized', 'error', 'surprise', undefined])
    FakeSocket.last.say({ order: { orderId: 8, orderState, orderOtId: 0 } });
  FakeSocket.last.say({ order: { orderId: 7, orderState: 'paid', orderOtId: 1 } });
  // The provider took the payment of an earlier top-up back, in whole or in part.
  for (const item of [{ orderItemAmount: 60, orderItemRefunded: true }, { orderItemAmount: -20 }])
    FakeSocket.last.say({
      order: {
        orderId: 9,
        orderState: 'canceled',
        orderOtId: 0,
        orderItems: [{ orderItemDesc: 'Crédito', ...item }],
      },
    });
  expect(store.get(toastsAtom)).toHaveLength(2);
});

test('shows one toast when credit went back, and one when it could not', () => {
  connect();
  const order = { orderId: 'payback-1', orderOtId: 2, orderAmount: 60 };
  for (const orderState of ['captured', 'paid', 'paid'])
    FakeSocket.last.say({ order: { ...order, orderState } });
  expect(store.get(toastsAtom)).toMatchObject([
    { kind: 'success', title: 'Saldo devolvido', text: 'R$\u00a060,00' },
  ]);
  // Without buttons, it goes away by itself.
  expect(store.get(toastsAtom)[0]).not.toHaveProperty('actions');
  FakeSocket.last.say({ order: { ...order, orderId: 'payback-2', orderState: 'canceled' } });
  expect(store.get(toastsAtom)[1]).toMatchObject({
    kind: 'failure',
    title: 'Devolução recusada',
    text: 'O valor voltou para a sua carteira: R$\u00a060,00',
    actions: [{ label: 'Fechar' }],
  });
});

test("replaces the wallet's toast of a payment with the one of its order event", () => {
  connect();
  store.set(showToastAtom, { id: orderToastId('one'), kind: 'failure', title: 'Falha' });
  const order = { orderId: 5, orderOtId: 0, orderIdempotencyKey: 'one' };
  FakeSocket.last.say({ order: { ...order, orderState: 'canceled' } });
  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Não autorizado' }]);
  FakeSocket.last.say({ order: { ...order, orderState: 'paid' } });
  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Crédito adicionado com sucesso' }]);
});

test("shows a cached order's new state at once, even when it can't be refetched", async () => {
  connect();
  const { queryKey } = queries.order('5');
  const known = { orderId: '5', orderState: 'pending', orderAmount: 60, orderData: '{}' };
  cache.setQueryData(queryKey, known as never);
  const view = renderHook(() => useQuery(queries.order('5'), cache));
  rs.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
  FakeSocket.last.say({ order: { orderId: 5, orderState: 'paid', orderOtId: 0 } });
  FakeSocket.last.say({ order: { orderId: 6, orderState: 'paid', orderOtId: 0 } });
  await rs.advanceTimersByTimeAsync(SECOND);
  expect(view.result.current.isError).toBe(true);
  expect(cache.getQueryData(queryKey)).toEqual({ ...known, orderState: 'paid', orderOtId: 0 });
  expect(cache.getQueryData(queries.order('6').queryKey)).toBeUndefined();
});

test('refetches a first response that was in flight when a top-up was paid', async () => {
  const responses: ((cents: number) => void)[] = [];
  rs.stubGlobal(
    'fetch',
    () => new Promise((resolve) => responses.push((uwalBalance) => resolve(Response.json({ uwalBalance })))),
  );
  connect();
  renderHook(() => useQuery(queries.balance(), cache));
  await rs.advanceTimersByTimeAsync(10);
  const pendingBefore = responses.length;
  FakeSocket.last.say({ order: { orderId: 5, orderState: 'paid', orderOtId: 0 } });
  await rs.advanceTimersByTimeAsync(10);
  expect(responses.length).toBeGreaterThan(pendingBefore);
  for (const [index, respond] of responses.entries()) respond(index < pendingBefore ? 0 : 35);
  await rs.advanceTimersByTimeAsync(10);
  expect(cache.getQueryData(queries.balance().queryKey)).toEqual({ uwalBalance: 35 });
});

test('settles the write of a finished order, on any screen and in any tab, and no other', () => {
  connect();
  for (const key of ['one', 'two', 'three'])
    localStorage.setItem(`attempt:topUp:7:pix:${key}`, `${key} ${Date.now()}`);
  const order = { orderId: 5, orderOtId: 0, orderAmount: 35 };
  FakeSocket.last.say({ order: { ...order, orderState: 'paid', orderIdempotencyKey: 'two' } });
  // No toast is shown for these.
  FakeSocket.last.say({ order: { ...order, orderState: 'captured', orderIdempotencyKey: 'one' } });
  FakeSocket.last.say({ order: { ...order, orderId: 6, orderState: 'paid' } });
  expect(Object.keys(localStorage).sort()).toEqual(['attempt:topUp:7:pix:one', 'attempt:topUp:7:pix:three']);
  localStorage.clear();
});

test('refetches only failed queries for a guest when the connection returns or the page becomes visible', async () => {
  let up = false;
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    if (!up) throw new TypeError('Failed to fetch');
    return Response.json([]);
  });
  cache.setQueryData(queries.siteConnectors('2').queryKey, []);
  renderHook(() => useQuery(queries.siteConnectors('1'), cache));
  renderHook(() => useQuery(queries.siteConnectors('2'), cache));
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  requests = [];
  dispatchEvent(new PageTransitionEvent('pageshow'));
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  expect(new Set(requests)).toEqual(new Set(['/SiteConnectors/1']));
  requests = [];
  up = true;
  dispatchEvent(new Event('online'));
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  dispatchEvent(new Event('online'));
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  expect(requests).toEqual(['/SiteConnectors/1']);
});

test('connects a user at once when the connection returns, and fetches each query at most once, failed ones included', async () => {
  connect();
  const views = [
    queries.balance(),
    queries.activeRecharges(),
    queries.siteConnectors('1'),
    queries.order('3'),
  ];
  let up = false;
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    if (!up) throw new TypeError('Failed to fetch');
    return Response.json(request.url.includes('Balance') ? { uwalBalance: 1 } : []);
  });
  // Three screens that use the same queries.
  for (let screen = 0; screen < 3; screen += 1)
    for (const view of views) renderHook(() => useQuery<unknown>({ ...view } as never, cache));
  renderHook(() => useQuery(queries.chargerSite('1'), cache));
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  FakeSocket.last.hangUp();
  requests = [];
  up = true;
  const socketsBefore = FakeSocket.all.length;
  for (const sign of ['online', 'pageshow', 'online']) dispatchEvent(new Event(sign));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.all.length).toBeGreaterThan(socketsBefore);
  FakeSocket.last.accept();
  await rs.advanceTimersByTimeAsync(100);
  expect(requests.length).toBe(5);
  expect(new Set(requests).size).toBe(5);
});

test('stays connected while the page is hidden, reconnects, and receives events', async () => {
  connect();
  const visibility = rs.spyOn(document, 'visibilityState', 'get');
  const show = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show('hidden');
  await rs.advanceTimersByTimeAsync(3600 * SECOND);
  expect(FakeSocket.all).toHaveLength(1);
  expect(FakeSocket.last.readyState).toBe(FakeSocket.OPEN);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.accept();
  FakeSocket.last.hangUp();
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  FakeSocket.last.accept();
  update({ soC: 51 });
  expect(cache.getQueryData(statusKey)).toMatchObject([{ soC: 51 }]);
  show('visible');
  visibility.mockRestore();
  expect(FakeSocket.all).toHaveLength(3);
});

test('fetches a guest’s failed queries again when a probe finds the network back, without a browser event', async () => {
  let up = false;
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    if (!up) throw new TypeError('Failed to fetch');
    return Response.json([]);
  });
  reachable = false;
  renderHook(() => useQuery(queries.siteConnectors('1'), cache));
  store.get(connectivityAtom).failed();
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  requests = [];
  up = true;
  reachable = true;
  await rs.advanceTimersByTimeAsync(5 * SECOND);
  expect(requests).toEqual(['/SiteConnectors/1']);
});

test('fetches a user’s failed queries again when the socket survived the loss of the network', async () => {
  connect();
  let up = false;
  rs.stubGlobal('fetch', async (request: Request) => {
    requests.push(new URL(request.url).pathname);
    if (!up) throw new TypeError('Failed to fetch');
    return Response.json([]);
  });
  reachable = false;
  renderHook(() => useQuery(queries.siteConnectors('1'), cache));
  store.get(connectivityAtom).failed();
  await rs.advanceTimersByTimeAsync(2 * SECOND);
  requests = [];
  up = true;
  reachable = true;
  const { sent } = FakeSocket.last;
  const heartbeats = sent.length;
  await rs.advanceTimersByTimeAsync(2 * SECOND);
  expect(requests).toEqual(['/SiteConnectors/1']);
  expect(FakeSocket.all).toHaveLength(1);
  expect(sent.length).toBeGreaterThan(heartbeats);
});

test('connects at once when a probe finds the network back, and goes online when the socket opens', async () => {
  connect();
  FakeSocket.last.hangUp();
  reachable = false;
  store.get(connectivityAtom).failed();
  await rs.advanceTimersByTimeAsync(0);
  expect(store.get(onlineAtom)).toBe(false);
  reachable = true;
  await rs.advanceTimersByTimeAsync(SECOND);
  expect(store.get(onlineAtom)).toBe(true);
  expect(FakeSocket.all).toHaveLength(2);

  reachable = false;
  store.get(connectivityAtom).failed();
  await rs.advanceTimersByTimeAsync(0);
  FakeSocket.last.accept();
  expect(store.get(onlineAtom)).toBe(true);
  expect(FakeSocket.all).toHaveLength(2);
});

test("opens a new socket for the next user, without any of the previous user's data", async () => {
  connect();
  const session = syncSession({ store, cache }, 'token');
  const first = FakeSocket.last;
  FakeSocket.last.say({ type: 'StopTransactionIntegrationEvent', transaction });
  FakeSocket.last.say({ order: { orderId: 5, orderState: 'paid', orderOtId: 0 } });
  store.set(sessionAtom, { status: 'user', token: 'second' });
  await rs.advanceTimersByTimeAsync(10);
  expect(first.readyState).toBe(FakeSocket.CLOSED);
  first.say({ order: { orderId: 6, orderState: 'paid', orderOtId: 0 } });
  expect(new URL(FakeSocket.last.url).searchParams.get('token')).toBe('second');
  expect(FakeSocket.all).toHaveLength(2);
  expect(cache.getQueryData(queries.endedCharges().queryKey)).toBeUndefined();
  session.end();
  expect(store.get(toastsAtom)).toEqual([]);
});

test("reports an event that the cache can't apply, and still notifies the listeners", () => {
  connect();
  const received: string[] = [];
  const end = onLiveEvent(({ type }) => received.push(type));
  const broken = rs.spyOn(cache, 'setQueryData').mockImplementation(() => {
    throw new Error('full');
  });
  update({ soC: 1 });
  end();
  broken.mockRestore();
  expect(received).toEqual(['UpdateConnectorStatusIntegrationEvent']);
  expect(errors).toHaveBeenCalledTimes(1);
});

test('refetches the queries on screen that may have missed events, once each, when the socket reopens', async () => {
  connect();
  renderHook(() => useQuery(queries.balance(), cache));
  await rs.advanceTimersByTimeAsync(SECOND);
  requests = [];
  cache.setQueryData(queries.siteConnectors('1').queryKey, []);
  cache.setQueryData(queries.currentPrice('1').queryKey, {} as never);
  FakeSocket.last.hangUp();
  expect(store.get(liveConnectionAtom)).toBe('connecting');
  rs.advanceTimersByTime(5 * SECOND);
  FakeSocket.last.accept();
  expect(opened).toBe(2);
  const isStale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
  await rs.advanceTimersByTimeAsync(SECOND);
  expect(requests).toEqual(['/wallet/Balance']);
  expect(isStale(queries.siteConnectors('1').queryKey)).toBe(true);
  expect(isStale(queries.currentPrice('1').queryKey)).toBe(false);
});
