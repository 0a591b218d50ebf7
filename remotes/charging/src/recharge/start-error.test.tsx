/** Failed starts that the server reports after an outage or a reload. */
import { beforeEach, expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { plugWaitsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ATTEMPTS, emitStartFailed, openScreen, START } from '../charging.testing.ts';

beforeEach(() => localStorage.clear());

const PATH = 'recharge/cp/1';
const failed = { attemptId: 5, chargePointId: 'cp', connectorId: 1, errorCode: 'ConnectorLockFailure' };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const waiting = (seconds: number) => ({
  attemptId: 6,
  chargePointId: 'cp',
  connectorId: 1,
  waitUntil: inSeconds(seconds),
});
const error = () => screen.findByRole('dialog', { name: 'Erro ao iniciar a recarga.' });

test('shows the cause instead of the end of the wait when the event was missed', async () => {
  const response = Promise.withResolvers<object[]>();
  const view = openScreen(PATH, { [ATTEMPTS]: () => response.promise }, { plugWait: -1 });
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  response.resolve([failed]);
  expect(await error()).toHaveTextContent('O plug não travou. Encaixe-o novamente.');
  expect(screen.queryByText('Tempo de espera terminou')).not.toBeInTheDocument();
  await waitFor(() => expect(view.store.get(plugWaitsAtom)).toEqual({}));
  expect(await error()).toBeVisible();
});

test('shows the cause after each reload until it is dismissed', async () => {
  const view = openScreen(PATH, { [ATTEMPTS]: [failed] });
  await error();
  view.unmount();
  const reloaded = openScreen(PATH, { [ATTEMPTS]: [failed] });
  await userEvent.click(within(await error()).getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  reloaded.unmount();
  openScreen(PATH, { [ATTEMPTS]: [failed] });
  expect(await screen.findByText('Nenhuma recarga sua neste carregador')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('does not show a dismissed failure again when the server reports it late', async () => {
  const response = Promise.withResolvers<object[]>();
  const view = openScreen(PATH, {
    [ATTEMPTS]: (_: URL, times: number) => (times === 0 ? [] : response.promise),
  });
  await screen.findByText('Nenhuma recarga sua neste carregador');
  emitStartFailed(view, 'ConnectorLockFailure');
  await userEvent.click(within(await error()).getByRole('button', { name: 'Voltar' }));
  await act(async () => response.resolve([failed]));
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('explains a negative balance when the charge was refused for want of credit', async () => {
  const refused = { ...failed, errorCode: 'ERR_WALLET_LOW_BALANCE' };
  openScreen(PATH, { [ATTEMPTS]: [refused], 'GET /wallet/Balance': { uwalBalance: -12.5 } });
  const dialog = await error();
  await waitFor(() => expect(dialog).toHaveTextContent(/Seu saldo está negativo em R\$\s12,50\./));
  expect(within(dialog).getByRole('link', { name: 'Adicionar créditos' })).toBeVisible();
});

test('removes the failure when the retry is accepted', async () => {
  localStorage.setItem('start:cp/1', JSON.stringify({ ChargePointID: '12345-1' }));
  const view = openScreen(PATH, { [ATTEMPTS]: [failed] });
  const retry = within(await error()).getByRole('button', { name: 'Tentar novamente' });
  view.respond(ATTEMPTS, [waiting(60)]);
  await userEvent.click(retry);
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(view.bodiesOf(START)).toHaveLength(1);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('shows a wait that another device began, and keeps it across a reload', async () => {
  const view = openScreen(PATH, { [ATTEMPTS]: [waiting(42)] });
  expect(await screen.findByRole('timer', { name: 'Tempo para conectar' })).toHaveTextContent('00:42');
  expect(view.store.get(plugWaitsAtom)['cp/1']).toBeGreaterThan(Date.now() + 40_000);
});

test.each([
  [42, '00:42'],
  [-1, '00:55'],
  [64, '01:00'],
])(
  'replaces the wait of this device by that of the server, unless that is over: %s s',
  async (left, shown) => {
    openScreen(PATH, { [ATTEMPTS]: [waiting(left)] }, { plugWait: 55 });
    const timer = await screen.findByRole('timer', { name: 'Tempo para conectar' });
    await waitFor(() => expect(timer).toHaveTextContent(shown));
  },
);

test('does not show a wait again after it was cancelled', async () => {
  const view = openScreen(PATH, { [ATTEMPTS]: [waiting(42)] });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar recarga' }));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/'));
  expect(view.store.get(plugWaitsAtom)).toEqual({});
  expect(view.queryClient.getQueryData(queries.startAttempts().queryKey)).toEqual([]);
});

test('reports the end of the wait when the server fails to list starts', async () => {
  openScreen(PATH, { [ATTEMPTS]: failure(500) }, { plugWait: -1 });
  expect(await screen.findByRole('dialog', { name: 'Tempo de espera terminou' })).toBeVisible();
});
