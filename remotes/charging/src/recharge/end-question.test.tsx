/** The question that confirms ending a charge. Its text always states the cost. */
import { beforeEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { liveConnectionAtom, plugWaitsAtom, toastsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ACTIVE,
  ATTEMPTS,
  connector,
  emitConnectorUpdate,
  emitTransactionStarted,
  emitTransactionStopped,
  openScreen,
  STATUS,
  STOP,
  transaction,
} from '../charging.testing.ts';

beforeEach(() => localStorage.clear());

const PATH = 'recharge/cp/1';
const NOTHING_CHARGED = 'A recarga ainda não começou. Nada será cobrado.';
const openQuestion = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Cancelar recarga' }));
const confirm = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Confirmar' });

test.each(['Available', 'Preparing'])(
  'never promises a free cancellation once a transaction is open on a connector that is %s',
  async (status) => {
    const view = openScreen(PATH, { [STATUS]: [{ ...connector, status, transaction }] });
    await openQuestion();
    const dialog = screen.getByRole('dialog', { name: 'Deseja cancelar a recarga?' });
    expect(dialog).toHaveTextContent(
      'A recarga já começou. Você paga só o que usou, com a taxa de início, se houver.',
    );
    await userEvent.click(confirm());
    await waitFor(() => expect(view.bodiesOf(STOP)).toMatchObject([{ TransactionID: '77' }]));
    expect(await screen.findByText('Encerrando a recarga…')).toBeVisible();
  },
);

test('updates the open question when the charge begins, and disables confirming right after the change', async () => {
  const view = openScreen(PATH, {}, { plugWait: 40 });
  await openQuestion();
  expect(screen.getByRole('dialog')).toHaveTextContent(NOTHING_CHARGED);
  emitTransactionStarted(view);
  // In one step: the button is enabled again 1 s after the change.
  await waitFor(() => {
    expect(screen.getByRole('dialog')).not.toHaveTextContent(NOTHING_CHARGED);
    expect(confirm()).toBeDisabled();
  });
  expect(screen.getByRole('dialog')).toHaveTextContent('A recarga já começou.');
  emitConnectorUpdate(view, { ...connector, status: 'Charging', transaction });
  expect(await screen.findByRole('dialog', { name: 'Deseja finalizar a recarga?' })).toBeVisible();
  await waitFor(() => expect(confirm()).toBeEnabled());
  await userEvent.click(confirm());
  await waitFor(() => expect(view.bodiesOf(STOP)).toMatchObject([{ TransactionID: '77' }]));
});

test('keeps the confirmed question when the charge begins during the request, and updates the rejection', async () => {
  let respond = (_: object) => {};
  const view = openScreen(
    PATH,
    { [STOP]: () => new Promise((resolve) => (respond = resolve)) },
    { plugWait: 40 },
  );
  await openQuestion();
  await userEvent.click(confirm());
  await waitFor(() => expect(view.bodiesOf(STOP)).toMatchObject([{ TransactionID: '0' }]));
  emitTransactionStarted(view);
  expect(screen.getByRole('dialog')).toHaveTextContent(NOTHING_CHARGED);
  respond({ status: 'Rejected', info: '' });
  const refusal = await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
  expect(refusal).toHaveTextContent('A recarga continua e é cobrada enquanto durar.');
});

test('closes the question when the connector reports Charging without a transaction', async () => {
  const view = openScreen(PATH, {}, { plugWait: 40 });
  await openQuestion();
  emitConnectorUpdate(view, { ...connector, status: 'Charging' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('does not promise a free cancellation while the charger is offline', async () => {
  const view = openScreen(PATH, { [STATUS]: [{ ...connector, isConnected: false }] }, { plugWait: 40 });
  await openQuestion();
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent(
    'O carregador está sem comunicação. Se a recarga começar, ela aparece no início.',
  );
  expect(dialog).not.toHaveTextContent(/nada será cobrado/i);
  await userEvent.click(confirm());
  await waitFor(() =>
    expect(view.store.get(toastsAtom)).toMatchObject([
      {
        title: 'Recarga cancelada',
        text: expect.stringContaining('Se a recarga começar, ela aparece no início.'),
      },
    ]),
  );
});

test('does not promise a free cancellation while the live connection is down', async () => {
  const view = openScreen(PATH, {}, { plugWait: 40 });
  await openQuestion();
  act(() => view.store.set(liveConnectionAtom, 'connecting'));
  expect(screen.getByRole('dialog')).toHaveTextContent('Se a recarga ainda não começou, nada será cobrado.');
  expect(screen.getByRole('dialog')).not.toHaveTextContent(NOTHING_CHARGED);
});

/** Opens the wait for the plug and confirms its cancellation; the returned function responds to it. */
async function cancelSlowly() {
  const response = Promise.withResolvers<object>();
  const view = openScreen(PATH, { [STOP]: () => response.promise }, { plugWait: 40 });
  await openQuestion();
  await userEvent.click(confirm());
  await waitFor(() => expect(view.bodiesOf(STOP)).toHaveLength(1));
  return { view, accept: () => act(async () => response.resolve({ status: 'Accepted', info: '' })) };
}

test('follows the charge that began before the cancellation was accepted', async () => {
  const { view, accept } = await cancelSlowly();
  emitTransactionStarted(view);
  await accept();
  expect(await screen.findByText('Encerrando a recarga…')).toBeVisible();
  expect(view.store.get(toastsAtom)).toEqual([]);
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
});

test('stays on the receipt when a cancellation is accepted after the charge has ended', async () => {
  const { view, accept } = await cancelSlowly();
  const startTime = new Date().toISOString();
  emitTransactionStarted(view, { startTime });
  emitTransactionStopped(view, { ...transaction, startTime, stopTime: startTime });
  const receipt = '/brand/extract/recharge/77';
  await waitFor(() => expect(view.currentPath()).toBe(receipt));
  await accept();
  expect(view.store.get(toastsAtom)).toEqual([]);
  expect(view.currentPath()).toBe(receipt);
});

test('forgets the wait when its cancellation is accepted after the screen is left', async () => {
  const { view, accept } = await cancelSlowly();
  view.unmount();
  await accept();
  await waitFor(() => expect(view.store.get(plugWaitsAtom)).toEqual({}));
  expect(view.store.get(toastsAtom)).toEqual([]);
});

const attempt = () => ({
  attemptId: 6,
  chargePointId: 'cp',
  connectorId: 1,
  waitUntil: new Date(Date.now() + 40_000).toISOString(),
});

/** Cancels a wait that the server ends, but without a response. */
async function cancelWithoutResponse(active: object[]) {
  const lost = { [STOP]: failure(504), [ATTEMPTS]: [attempt()], [ACTIVE]: active };
  const view = openScreen(PATH, lost, { plugWait: 40 });
  await openQuestion();
  view.respond(ATTEMPTS, []);
  await userEvent.click(confirm());
  return view;
}

test('leaves the wait that the server has cancelled although the response was lost', async () => {
  const view = await cancelWithoutResponse([]);
  await waitFor(() => expect(view.currentPath()).toBe('/brand/'));
  expect(view.store.get(plugWaitsAtom)).toEqual({});
  expect(view.store.get(toastsAtom)).toMatchObject([{ title: 'Recarga cancelada' }]);
});

test('leaves a wait that was cancelled on another device', async () => {
  rs.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const view = openScreen(PATH, { [ATTEMPTS]: [attempt()], [ACTIVE]: [] }, { plugWait: 40 });
  const poll = () => act(async () => rs.advanceTimersByTime(5_000));
  await screen.findByText('Conecte o plug no seu veículo.');
  await poll();
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
  view.respond(ATTEMPTS, []);
  await poll();
  rs.useRealTimers();
  await waitFor(() => expect(view.currentPath()).toBe('/brand/'));
  expect(view.store.get(plugWaitsAtom)).toEqual({});
  expect(view.store.get(toastsAtom)).toMatchObject([{ title: 'Recarga cancelada' }]);
});

test('does not repeat the request for a list of starts that the backend lacks', async () => {
  rs.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const view = openScreen(PATH, { [ATTEMPTS]: failure(404), [ACTIVE]: [] }, { plugWait: 40 });
  await screen.findByText('Conecte o plug no seu veículo.');
  await act(async () => rs.advanceTimersByTime(20_000));
  rs.useRealTimers();
  expect(view.requests.filter((request) => request === ATTEMPTS)).toHaveLength(1);
});

test('claims no cancellation if the wait is over because a charge has begun', async () => {
  const asked = (view: Awaited<ReturnType<typeof cancelWithoutResponse>>, call: string) =>
    view.requests.filter((request) => request === call).length;
  const view = await cancelWithoutResponse([{ ...transaction, connectorId: 2 }]);
  await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
  await waitFor(() => expect(asked(view, ACTIVE)).toBeGreaterThan(1));
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
  expect(view.store.get(toastsAtom)).toEqual([]);
});

test('keeps the next wait after a cancellation without a response', async () => {
  const view = openScreen(PATH, { [STOP]: failure(504), [ATTEMPTS]: [attempt()] }, { plugWait: 40 });
  await openQuestion();
  await userEvent.click(confirm());
  await screen.findByRole('dialog', { name: 'Solicitação de finalização rejeitada.' });
  act(() => view.store.set(plugWaitsAtom, { 'cp/1': Date.now() + 50_000 }));
  view.respond(ATTEMPTS, []);
  await act(() => view.queryClient.refetchQueries({ queryKey: queries.startAttempts().queryKey }));
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(view.store.get(toastsAtom)).toEqual([]);
});
