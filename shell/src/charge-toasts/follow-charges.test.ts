import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configureApi, createQueryClient, type QueryClient, queries } from '@shared/client';
import { ActiveRecharge, LiveConnector, Transaction } from '@shared/contract';
import { brandAtom, emitLiveEvent, liveConnectionAtom, sessionAtom, toastsAtom } from '@shared/state';
import { waitFor } from '@testing-library/react';
import { createStore } from 'jotai';
import { pollsAtom } from '../connection/live/polls.ts';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { followCharges } from './follow-charges.ts';

const place = { chargePointId: 'cp', connectorId: '1' };
const charge = (id: string, more: object = {}) =>
  Transaction.parse({ transactionId: id, chargePointId: 'cp', connectorId: '1', ...more });

let store: ReturnType<typeof createStore>;
let cache: QueryClient;
let stop = () => {};
/** Responses by path. */
let receipts: Record<string, object>;

beforeEach(() => {
  receipts = {};
  rs.stubGlobal('fetch', async ({ url }: Request) => Response.json(receipts[new URL(url).pathname] ?? {}));
  const nothing = () => {};
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({}),
    onUnauthorized: nothing,
    onUnreadable: nothing,
  });
  history.replaceState(null, '', '/marca/extract');
  store = createStore();
  store.set(brandAtom, { slug: 'marca' });
  store.set(sessionAtom, { status: 'user', token: 'a' });
  store.set(liveConnectionAtom, 'open');
  cache = createQueryClient();
});
afterEach(() => {
  stop();
  cache.clear();
  rs.unstubAllGlobals();
});

const begin = () => {
  stop = followCharges({ store, cache });
};
const emitStop = (ended: Transaction) =>
  emitLiveEvent({ type: 'StopTransactionIntegrationEvent', transaction: ended });
const shown = () => store.get(toastsAtom).map(({ title, text, kind }) => [kind, title, text]);
function reconnect() {
  store.set(liveConnectionAtom, 'connecting');
  store.set(liveConnectionAtom, 'open');
}

test('announces the end of a charge once, with its reason and a link to the receipt', () => {
  begin();
  emitStop(charge('9', { stopReason: 'credit' }));
  emitStop(charge('9', { stopReason: 'credit' }));
  expect(shown()).toEqual([['info', 'Recarga finalizada', 'Créditos esgotados']]);
  const actions = store.get(toastsAtom)[0]?.actions ?? [];
  expect(actions.map(({ label }) => label)).toEqual(['Recibo', 'Fechar']);
  actions[0]?.run();
  expect(store.get(requestedPathAtom)).toBe('/marca/extract/recharge/9');
});

test('announces an end without a known reason by its title only', () => {
  begin();
  emitStop(charge('9'));
  emitStop(charge('10', { stopReason: 'of a newer backend' }));
  expect(shown()).toEqual([
    ['success', 'Recarga finalizada', undefined],
    ['success', 'Recarga finalizada', undefined],
  ]);
});

test('says which charge has ended if the number of its connector is known', () => {
  begin();
  for (const id of ['9', '10']) {
    const connector = LiveConnector.parse({ chargePointId: 'cp', connectorId: id, chargerId: `20264-${id}` });
    cache.setQueryData(queries.connectorStatus('cp', id).queryKey, [
      { ...connector, reportedAt: 1, charges: [] },
    ]);
  }
  emitStop(charge('9', { connectorId: '9', stopReason: 'driver' }));
  emitStop(charge('10', { connectorId: '10' }));
  expect(shown()).toEqual([
    ['success', 'Recarga finalizada', 'Conector 20264-9 · Finalizada por você'],
    ['success', 'Recarga finalizada', 'Conector 20264-10'],
  ]);
});

test('adds the number of a connector that no screen has fetched, unless the toast was dismissed', async () => {
  receipts['/OnlineConnectorStatus/cp/1'] = [{ ...place, chargerId: '20264-1' }];
  begin();
  emitStop(charge('9', { stopReason: 'driver' }));
  await waitFor(() =>
    expect(shown()).toEqual([['success', 'Recarga finalizada', 'Conector 20264-1 · Finalizada por você']]),
  );
  cache.clear();
  emitStop(charge('10'));
  const [first] = store.get(toastsAtom);
  store.set(toastsAtom, first ? [first] : []);
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(shown()).toHaveLength(1);
});

test.each(['/marca/recharge/cp/1', '/marca/recharge/cp/1/', '/base/marca/extract/recharge/9'])(
  'announces no end at %s, where the screen shows it',
  (path) => {
    history.replaceState(null, '', path);
    begin();
    emitStop(charge('9', { stopReason: 'driver' }));
    expect(shown()).toEqual([]);
  },
);

test('keeps only the newest announcement on a valet queue, and each one elsewhere', () => {
  begin();
  emitStop(charge('9'));
  emitStop(charge('10'));
  expect(shown()).toHaveLength(2);
  store.set(toastsAtom, []);
  history.replaceState(null, '', '/marca/valet/4');
  emitStop(charge('11', { stopReason: 'unplugged' }));
  emitStop(charge('12', { stopReason: 'charger' }));
  expect(shown()).toEqual([['success', 'Recarga finalizada', 'Finalizada no carregador']]);
});

test('announces a charge that ended before this code was loaded', () => {
  cache.setQueryData(queries.endedCharges().queryKey, { 9: charge('9', { stopReason: 'power' }) });
  begin();
  expect(shown()).toEqual([['info', 'Recarga finalizada', 'Falta de energia no carregador']]);
});

test('announces an end that was missed during an interruption, and no charge that still runs', async () => {
  receipts['/UserTransactions/9'] = { stopTime: '2026-01-01T10:00:00Z', stopReason: 'fault' };
  receipts['/UserTransactions/11'] = { stopTime: '2026-01-01T10:00:00Z', stopReason: 'unplugged' };
  begin();
  for (const id of ['9', '10'])
    emitLiveEvent({
      type: 'UpdateConnectorStatusIntegrationEvent',
      connector: LiveConnector.parse({ chargePointId: 'cp', connectorId: '1', transaction: charge(id) }),
    });
  cache.setQueryData(queries.activeRecharges().queryKey, [ActiveRecharge.parse(charge('11'))]);
  reconnect();
  await waitFor(() =>
    expect(shown()).toEqual([
      ['failure', 'Recarga finalizada', 'Falha do carregador'],
      ['success', 'Recarga finalizada', 'Plug desconectado'],
    ]),
  );
});

test('announces an end that a poll has found, and asks only about charges that are no longer listed', async () => {
  const asked: string[] = [];
  rs.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/UserTransactions')) asked.push(pathname);
    return Response.json({ stopTime: '2026-01-01T10:00:00Z', stopReason: 'unplugged' });
  });
  const { queryKey } = queries.activeRecharges();
  begin();
  store.set(liveConnectionAtom, 'connecting');
  cache.setQueryData(queryKey, [ActiveRecharge.parse(charge('9'))]);
  store.set(pollsAtom, 1);
  await new Promise(setImmediate);
  expect(asked).toEqual([]);
  cache.setQueryData(queryKey, []);
  store.set(pollsAtom, 2);
  await waitFor(() => expect(shown()).toEqual([['success', 'Recarga finalizada', 'Plug desconectado']]));
  expect(asked).toEqual(['/UserTransactions/9']);
});

test('announces the end of a charge that only a screen has listed between two polls', async () => {
  receipts['/UserTransactions/9'] = { stopTime: '2026-01-01T10:00:00Z', stopReason: 'unplugged' };
  const { queryKey } = queries.activeRecharges();
  begin();
  store.set(liveConnectionAtom, 'connecting');
  cache.setQueryData(queryKey, [ActiveRecharge.parse(charge('9'))]);
  cache.setQueryData(queryKey, []);
  store.set(pollsAtom, 1);
  await waitFor(() => expect(shown()).toEqual([['success', 'Recarga finalizada', 'Plug desconectado']]));
});

test('announces a polled and a missed end if the list has no ids of charges', async () => {
  receipts['/UserTransactions/9'] = { stopTime: '2026-01-01T10:00:00Z', stopReason: 'unplugged' };
  receipts['/UserTransactions/11'] = { stopTime: '2026-01-01T10:00:00Z', stopReason: 'fault' };
  receipts['/OnlineConnectorStatus/cp/1'] = [{ ...place, transaction: charge('9') }];
  receipts['/OnlineConnectorStatus/cp/2'] = [{ ...place, connectorId: '2', transaction: charge('11') }];
  const { queryKey } = queries.activeRecharges();
  begin();
  store.set(liveConnectionAtom, 'connecting');
  cache.setQueryData(queryKey, [ActiveRecharge.parse(place)]);
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  cache.setQueryData(queryKey, [ActiveRecharge.parse({ ...place, connectorId: '2' })]);
  store.set(pollsAtom, 1);
  await waitFor(() => expect(shown()).toEqual([['success', 'Recarga finalizada', 'Plug desconectado']]));
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  store.set(liveConnectionAtom, 'open');
  await waitFor(() => expect(shown()).toHaveLength(2));
});

test('announces no charge of an earlier session', async () => {
  receipts['/UserTransactions/9'] = { stopTime: '2026-01-01T10:00:00Z' };
  begin();
  emitLiveEvent({ type: 'StartTransactionIntegrationEvent', transaction: charge('9') });
  store.set(liveConnectionAtom, 'idle');
  store.set(sessionAtom, { status: 'user', token: 'b' });
  reconnect();
  await new Promise(setImmediate);
  expect(shown()).toEqual([]);
});
