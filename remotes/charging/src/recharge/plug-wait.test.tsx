/** The wait for the plug, and what follows it. */
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { plugWaitsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ACTIVE,
  ATTEMPTS,
  chargeAtOtherCable,
  connector,
  emitTransactionStarted,
  openScreen,
  START,
  STATUS,
  STOP,
  transaction,
} from '../charging.testing.ts';

beforeEach(() => localStorage.clear());
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

const PATH = 'recharge/cp/1';

test('counts down the wait for the plug across a reload and ends it when the charge begins', async () => {
  const view = openScreen(PATH, {}, { plugWait: 42 });
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(screen.getByRole('timer', { name: 'Tempo para conectar' })).toHaveTextContent('00:42');
  expect(screen.getByRole('button', { name: 'Cancelar recarga' })).toBeVisible();
  emitTransactionStarted(view);
  expect(await screen.findByText('Preparando')).toBeVisible();
  await waitFor(() => expect(view.store.get(plugWaitsAtom)).toEqual({}));
});

test('follows a charge that begins at another cable of the charger while it waits for the plug', async () => {
  const view = openScreen(PATH, {}, { plugWait: 42 });
  await screen.findByText('Conecte o plug no seu veículo.');
  emitTransactionStarted(view, { connectorId: '2' });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/recharge/cp/2'));
  expect(view.store.get(plugWaitsAtom)).toEqual({});
});

test('does not follow another charge at the charger while the start still waits for the plug', async () => {
  const waitUntil = new Date(Date.now() + 42_000).toISOString();
  const attempt = { attemptId: 1, chargePointId: 'cp', connectorId: 1, waitUntil };
  let asked = 0;
  const answer = () => {
    asked += 1;
    return [attempt];
  };
  const view = openScreen(PATH, { [ATTEMPTS]: answer }, { plugWait: 42 });
  await screen.findByText('Conecte o plug no seu veículo.');
  await waitFor(() => expect(asked).toBeGreaterThan(0));
  const before = asked;
  emitTransactionStarted(view, { connectorId: '2' });
  await waitFor(() => expect(asked).toBeGreaterThan(before));
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
  expect(view.store.get(plugWaitsAtom)).not.toEqual({});
  view.respond(ATTEMPTS, []);
  emitTransactionStarted(view, { connectorId: '3' });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/recharge/cp/3'));
});

test('after the wait, finds a charge at another cable of the charger that began while the phone slept', async () => {
  const view = openScreen(PATH, { [ACTIVE]: [chargeAtOtherCable(30)] }, { plugWait: -1 });
  await waitFor(() => expect(view.currentPath()).toBe('/brand/recharge/cp/2'));
  expect(view.bodiesOf(STOP)).toEqual([]);
  expect(view.store.get(plugWaitsAtom)).toEqual({});
});

test("offers to retry after the wait while the driver's earlier charge runs at the charger", async () => {
  openScreen(PATH, { [ACTIVE]: [chargeAtOtherCable(600)] }, { plugWait: -1 });
  expect(await screen.findByRole('dialog', { name: 'Tempo de espera terminou' })).toBeVisible();
});

test('offers to retry with the same choices when the wait ends without a car', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1', uvId: '2' }));
  const view = openScreen(PATH, {}, { plugWait: -1 });
  const dialog = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(view.bodiesOf(START)).toMatchObject([{ ChargePointID: '12345-1', uvId: '2' }]);
  expect(view.store.get(plugWaitsAtom)['cp/1']).toBeGreaterThan(Date.now());
});

test.each([
  [{}, 'O plug não foi conectado a tempo. Nada foi cobrado.'],
  [{ isConnected: false }, 'O carregador está sem comunicação. Se a recarga começar, ela aparece no início.'],
  [{ isConnected: undefined }, 'O plug não foi conectado a tempo. Nada foi cobrado.'],
  [{ status: undefined }, 'O plug não foi conectado a tempo. Nada foi cobrado.'],
  [{ status: 'Charging' }, 'Este conector está em uso. Escolha outro ou aguarde o fim da recarga.'],
])(
  'after the wait, says that the plug was not connected only if that is known of the connector: %j',
  async (changes, text) => {
    openScreen(PATH, { [STATUS]: [{ ...connector, ...changes }] }, { plugWait: -1 });
    const dialog = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
    expect(dialog).toHaveTextContent(text);
  },
);

test.each([
  ['the screen opens long after its end', {}, -60],
  ['its charges could not be read', { [ACTIVE]: failure(500) }, -1],
])('after the wait, does not say that nothing was billed if %s', async (_, responses, plugWait) => {
  openScreen(PATH, responses, { plugWait });
  const dialog = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
  expect(dialog).toHaveTextContent('Se uma recarga começou, ela aparece no início ou no extrato.');
  expect(dialog).not.toHaveTextContent('Nada foi cobrado');
});

test('cancels once and starts once when retry is tapped twice', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1' }));
  const view = openScreen(PATH, {}, { plugWait: -1 });
  const retryButton = await screen.findByRole('button', { name: 'Tentar novamente' });
  retryButton.click();
  retryButton.click();
  expect(await screen.findByRole('timer', { name: 'Tempo para conectar' })).toBeVisible();
  expect(view.bodiesOf(STOP)).toHaveLength(1);
  expect(view.bodiesOf(START)).toHaveLength(1);
});

test('follows the start of another tab instead of cancelling it when both retry', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1' }));
  const turn = Promise.withResolvers<void>();
  const locks = { request: (_: string, run: () => Promise<unknown>) => turn.promise.then(run) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const view = openScreen(PATH, {}, { plugWait: -1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  const newValue = JSON.stringify({ 'cp/1': Date.now() + 58_000 });
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'plugWaits', newValue })));
  await act(async () => turn.resolve());
  expect(await screen.findByRole('button', { name: 'Cancelar recarga' })).toBeVisible();
  expect(view.bodiesOf(STOP)).toEqual([]);
  expect(view.bodiesOf(START)).toEqual([]);
});

test('uses a new attempt key for cancelling the next wait after a lost response', async () => {
  const keys: string[] = [];
  for (const seconds of [40, 55]) {
    const view = openScreen(PATH, { [STOP]: failure(504) }, { plugWait: seconds });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar recarga' }));
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
    view.unmount();
  }
  for (const name of Object.keys(localStorage))
    if (name.startsWith('attempt:stop:')) keys.push(localStorage.getItem(name)?.split(' ')[0] ?? '');
  expect(new Set(keys).size).toBe(2);
});

test('fetches the connector before reporting that the plug was not connected', async () => {
  // The phone slept through the end of the wait, and the charge began in the meantime.
  const response = Promise.withResolvers<object[]>();
  openScreen(PATH, { [STATUS]: () => response.promise }, { plugWait: -30 });
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  response.resolve([{ ...connector, status: 'Charging', transaction }]);
  expect(await screen.findByText('Carregando')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('ignores a wait that expired yesterday', async () => {
  openScreen(PATH, {}, { plugWait: -86_400 });
  expect(await screen.findByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('cancels the wait at the server and navigates home', async () => {
  const view = openScreen(PATH, {}, { plugWait: 50 });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar recarga' }));
  const dialog = screen.getByRole('dialog', { name: 'Deseja cancelar a recarga?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/'));
  expect(view.bodiesOf(STOP)).toMatchObject([{ ChargePointID: 'cp-1', TransactionID: '0' }]);
  expect(view.store.get(plugWaitsAtom)).toEqual({});
});
