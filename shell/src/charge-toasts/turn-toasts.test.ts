import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, type QueryClient } from '@shared/client';
import { brandAtom, emitLiveEvent, liveConnectionAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, mockCalls } from '@shared/testing';
import { waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { watchTurns } from './turn-toasts.ts';

const PLACE = 'GET /UserWaitingPlace';
const waiting = { csId: '7', csName: 'Pátio', plug: 'ccs2', position: 1 };
const turn = { chargePointId: 'CP1', connectorId: '1', cpCode: '10001', name: '3' };
const withTurn = () => ({
  ...waiting,
  turn: { ...turn, until: new Date(Date.now() + 9.5 * 60_000).toISOString() },
});
const status = (status: string) =>
  ({
    type: 'UpdateConnectorStatusIntegrationEvent',
    connector: { chargePointId: 'CP1', connectorId: '1', status },
  }) as never;

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop: () => void;

beforeEach(() => {
  history.replaceState(null, '', '/aurora/extract');
  store = createStore();
  cache = createQueryClient();
  store.set(sessionAtom, { status: 'user', token: 'a' });
  store.set(brandAtom, { slug: 'aurora', record: { appId: '2', waitingLine: true } } as never);
});
afterEach(() => {
  stop();
  cache.clear();
});

function watch(responses: MockResponses) {
  const server = mockCalls(responses);
  stop = watchTurns({ store, cache });
  return server;
}
const toasts = () => store.get(toastsAtom);

test('shows the turn on another screen when the connector is reported, with a link to the site', async () => {
  const { requests } = watch({
    [PLACE]: (_: URL, times: number) => ({ place: times === 0 ? waiting : withTurn() }),
  });
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(toasts()).toEqual([]);
  emitLiveEvent(status('Charging'));
  expect(requests).toHaveLength(1);
  emitLiveEvent(status('Available'));
  await waitFor(() => expect(toasts()).toMatchObject([{ kind: 'info', title: 'É a sua vez' }]));
  expect(toasts()[0]?.text).toMatch(/^Conector 3, por 10 minutos, em .?Pátio/);
  toasts()[0]?.actions?.[0]?.run();
  expect(store.get(requestedPathAtom)).toBe('/aurora/charger/7');
});

test('removes the toast when the turn is over', async () => {
  watch({ [PLACE]: (_: URL, times: number) => ({ place: times === 0 ? withTurn() : null }) });
  await waitFor(() => expect(toasts()).toHaveLength(1));
  emitLiveEvent(status('Reserved'));
  await waitFor(() => expect(toasts()).toEqual([]));
});

test('reads the place again when the live connection opens, and keeps the toast while the server is down', async () => {
  rs.useFakeTimers({ toFake: ['Date'] });
  try {
    const { requests } = watch({
      [PLACE]: (_: URL, times: number) => (times === 0 ? { place: withTurn() } : failure(503)),
    });
    await waitFor(() => expect(toasts()).toHaveLength(1));
    rs.setSystemTime(Date.now() + 6_000);
    store.set(liveConnectionAtom, 'open');
    await waitFor(() => expect(requests.length).toBeGreaterThan(1));
    expect(toasts()).toHaveLength(1);
  } finally {
    rs.useRealTimers();
  }
});

test.each(['/aurora', '/aurora/charger/7', '/aurora/qrcode/10001-1'])(
  'shows no toast on %s, which shows the turn',
  async (path) => {
    history.replaceState(null, '', path);
    watch({ [PLACE]: { place: withTurn() } });
    await waitFor(() => expect(cache.getQueryData(['/UserWaitingPlace'])).toBeDefined());
    expect(toasts()).toEqual([]);
  },
);

test('requests no waiting place in a brand without lines', () => {
  store.set(brandAtom, { slug: 'faisca', record: { appId: '1' } } as never);
  const { requests } = watch({});
  store.set(liveConnectionAtom, 'open');
  expect(requests).toEqual([]);
});
