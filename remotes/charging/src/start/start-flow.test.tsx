import { beforeEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { balanceHiddenAtom, plugWaitsAtom, sessionAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ACTIVE,
  ATTEMPTS,
  CONNECTORS,
  connector,
  emitTransactionStarted,
  openScreen,
  PRICE,
  START,
  STATUS,
  transaction,
  VEHICLES,
} from '../charging.testing.ts';

beforeEach(() => localStorage.clear());

const start = () => screen.findByRole('button', { name: 'Iniciar recarga' });
async function tapStart() {
  await waitFor(async () => expect(await start()).toBeEnabled());
  await userEvent.click(await start());
}
const twoVehicles = [
  { uvId: 1, uvName: 'Azulzinho' },
  { uvId: 2, uvName: 'Vermelhinho' },
];

test('shows site, connector and price in the confirmation', async () => {
  openScreen('qrcode/12345-1');
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  expect(await within(dialog).findByText('Oficina')).toBeVisible();
  expect(dialog).toHaveTextContent('Tipo 2 · 22 kW');
  expect(dialog).toHaveTextContent('Disponível');
  expect(await within(dialog).findByText('R$ 2,00/kWh')).toBeVisible();
  expect(dialog).toHaveTextContent('custa cerca de R$ 41,00');
  expect(dialog).toHaveTextContent('R$ 50,00');
});

test('shows a free charge as free', async () => {
  openScreen('qrcode/12345-1', { [PRICE]: { priceProfilePeriodFreeCharge: true, PriceKwh: 2 } });
  expect(await screen.findByText('Grátis')).toBeVisible();
});

test('opens the recharge screen and starts the wait for the plug after an accepted start', async () => {
  const view = openScreen('qrcode/12345-1');
  await tapStart();
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
  expect(view.bodiesOf(START)).toMatchObject([{ ChargePointID: '12345-1', uvId: '1' }]);
  expect(view.store.get(plugWaitsAtom)['cp/1']).toBeGreaterThan(Date.now() + 50_000);
});

test('sends one request for two taps', async () => {
  const view = openScreen('qrcode/12345-1');
  const button = await start();
  await waitFor(() => expect(button).toBeEnabled());
  button.click();
  button.click();
  await screen.findByText('Conecte o plug no seu veículo.');
  expect(view.bodiesOf(START)).toHaveLength(1);
});

test('requires a choice among several vehicles', async () => {
  const view = openScreen('qrcode/12345-1', { [VEHICLES]: twoVehicles });
  expect(await screen.findByText('É necessário selecionar um veículo.')).toBeVisible();
  expect(await start()).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: 'Vermelhinho' }));
  expect(screen.queryByText('É necessário selecionar um veículo.')).not.toBeInTheDocument();
  await tapStart();
  await waitFor(() => expect(view.bodiesOf(START)).toMatchObject([{ uvId: '2' }]));
});

test.each([
  ['there is none', []],
  ['the list cannot be loaded', failure(500)],
])('starts a charge without a vehicle when %s', async (_, vehicles) => {
  const view = openScreen('qrcode/12345-1', { [VEHICLES]: vehicles });
  await tapStart();
  await waitFor(() => expect(view.bodiesOf(START)).toMatchObject([{ ChargePointID: '12345-1' }]));
  expect(view.bodiesOf(START)[0]).not.toHaveProperty('uvId');
});

test.each([
  ['Charging', true, /em uso/],
  ['Available', false, /sem comunicação/],
])('explains why a connector that is %s with online %s cannot start', async (status, isConnected, words) => {
  openScreen('qrcode/12345-1', { [CONNECTORS]: [{ ...connector, status, isConnected }] });
  expect(await screen.findByText(words)).toBeVisible();
  expect(await start()).toBeDisabled();
});

test('starts a charge although its price cannot be loaded, and reloads the price on retry', async () => {
  const view = openScreen('qrcode/12345-1', { [PRICE]: failure(500) });
  await screen.findByText('Não foi possível carregar o preço.');
  await waitFor(async () => expect(await start()).toBeEnabled());
  view.respond(PRICE, { PriceKwh: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('R$ 2,00/kWh')).toBeVisible();
  view.unmount();
  const without = openScreen('qrcode/12345-1', { [PRICE]: failure(500) });
  await tapStart();
  await waitFor(() => expect(without.currentPath()).toBe('/brand/recharge/cp/1'));
});

const unavailable = 'O carregador está indisponível ou em uso para iniciar a recarga.';
test.each([
  [
    'Sem créditos para recarga',
    'Adicione créditos para recarregar seu carro.',
    { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' },
  ],
  ['Carregador indisponível', unavailable, { status: 'Rejected', info: 'CONNECTOR_UNAVAILABLE' }],
  ['Carregador indisponível', unavailable, { status: 'TimedOut', info: '' }],
  ['Carregador indisponível', unavailable, failure(500)],
  ['Erro ao utilizar o cupom', 'Cupom expirado', { status: 'Error', info: 'Cupom expirado' }],
])('%s', async (title, text, response) => {
  openScreen('qrcode/12345-1', { [START]: response });
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(dialog).toHaveTextContent(text);
});

test('explains a negative balance when there is no credit for a start', async () => {
  const response = { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' };
  openScreen('qrcode/12345-1', { [START]: response, 'GET /wallet/Balance': { uwalBalance: -12.5 } });
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: 'Sem créditos para recarga' });
  await waitFor(() => expect(dialog).toHaveTextContent(/Seu saldo está negativo em R\$\s12,50\./));
  expect(dialog).toHaveTextContent('Adicione créditos para recarregar seu carro.');
});

test('explains a negative balance without its amount if the user hides the balance', async () => {
  const response = { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' };
  const { store } = openScreen('qrcode/12345-1', {
    [START]: response,
    'GET /wallet/Balance': { uwalBalance: -12.5 },
  });
  act(() => store.set(balanceHiddenAtom, true));
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: 'Sem créditos para recarga' });
  await waitFor(() => expect(dialog).toHaveTextContent('Seu saldo está negativo. O próximo crédito'));
  expect(dialog).not.toHaveTextContent('12,50');
});

const MAY_BEGIN = 'Se a recarga começar, ela aparece no início.';
const lost = () => Promise.reject(new TypeError('network'));

test.each([
  ['a timeout', { status: 'TimedOut' }, true],
  ['a server failure', failure(502), true],
  ['a lost connection', lost, true],
  ['a rejection', { status: 'Rejected', info: '' }, false],
  ['a refusal', failure(409), false],
])('adds that the charge may begin after %s, and only then', async (_, response, isUnknown) => {
  openScreen('qrcode/12345-1', { [START]: response });
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: 'Carregador indisponível' });
  expect(dialog).toHaveTextContent(unavailable);
  expect(within(dialog).queryByText(MAY_BEGIN) !== null).toBe(isUnknown);
});

test.each([
  ['the list of active recharges', true],
  ['a live event', false],
])('follows the charge of a lost start that %s reports', async (_, byList) => {
  const view = openScreen('qrcode/12345-1', { [START]: failure(504) });
  await tapStart();
  await screen.findByText(MAY_BEGIN);
  expect(view.currentPath()).toBe('/brand/qrcode/12345-1');
  view.respond(STATUS, [{ ...connector, status: 'Charging', transaction }]);
  if (byList) {
    view.respond(ACTIVE, [{ chargePointId: 'cp', connectorId: 1, startTime: transaction.startTime }]);
    await act(() => view.queryClient.refetchQueries({ queryKey: queries.activeRecharges().queryKey }));
  } else emitTransactionStarted(view);
  await waitFor(() => expect(view.currentPath()).toBe('/brand/recharge/cp/1'));
});

const isWaiting = () => [
  {
    attemptId: 6,
    chargePointId: 'cp',
    connectorId: 1,
    waitUntil: new Date(Date.now() + 42_000).toISOString(),
  },
];
const COUNTDOWN = 'Conecte o plug no seu veículo.';

test('opens the recharge screen for a start that waits for the plug, begun on another device', async () => {
  const view = openScreen('qrcode/12345-1', { [ATTEMPTS]: isWaiting });
  expect(await screen.findByText(COUNTDOWN)).toBeVisible();
  expect(view.currentPath()).toBe('/brand/recharge/cp/1');
});

test.each([
  ['a lost response', 504, ''],
  ['a repeated request with another coupon', 409, 'IDEMPOTENCY_KEY_REUSED'],
])('opens the recharge screen when the charger waits after %s', async (_, status, code) => {
  const view = openScreen('qrcode/12345-1', { [ATTEMPTS]: [], [START]: Response.json({ code }, { status }) });
  await waitFor(async () => expect(await start()).toBeEnabled());
  view.respond(ATTEMPTS, isWaiting);
  await tapStart();
  expect(await screen.findByText(COUNTDOWN)).toBeVisible();
});

test('does not leave another screen when the start is accepted late', async () => {
  const response = Promise.withResolvers<object>();
  const view = openScreen(
    'qrcode/12345-1',
    { [START]: () => response.promise },
    { cameFrom: '/brand/userProfile' },
  );
  await tapStart();
  await act(() => view.router.navigate(-1));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/userProfile'));
  await act(async () => response.resolve({ status: 'Accepted' }));
  await waitFor(() => expect(view.store.get(plugWaitsAtom)).toHaveProperty('cp/1'));
  expect(view.currentPath()).toBe('/brand/userProfile');
});

test('begins no wait for a user who has logged in before the start of another one is accepted', async () => {
  const response = Promise.withResolvers<object>();
  const view = openScreen('qrcode/12345-1', { [START]: () => response.promise });
  await tapStart();
  act(() => view.store.set(sessionAtom, { status: 'user', token: 'other' }));
  await act(async () => response.resolve({ status: 'Accepted' }));
  expect(view.store.get(plugWaitsAtom)).toEqual({});
});

test('begins the wait for the plug when the start is accepted', async () => {
  const now = rs.spyOn(Date, 'now');
  const acceptedAt = Date.now() + 3_600_000;
  const view = openScreen('qrcode/12345-1', {
    [START]: () => {
      now.mockReturnValue(acceptedAt);
      return { status: 'Accepted' };
    },
  });
  await waitFor(async () => expect(await start()).toBeEnabled());
  now.mockReturnValue(acceptedAt - 9_000);
  await tapStart();
  await screen.findByText(COUNTDOWN);
  now.mockRestore();
  expect(view.store.get(plugWaitsAtom)['cp/1']).toBe(acceptedAt + 60_000);
});

test('begins the wait for a start whose first response was lost when that was sent', async () => {
  const now = rs.spyOn(Date, 'now');
  const sentAt = Date.now() + 3_600_000;
  const view = openScreen('qrcode/12345-1', { [START]: failure(504) });
  await waitFor(async () => expect(await start()).toBeEnabled());
  now.mockReturnValue(sentAt);
  await tapStart();
  await screen.findByText(MAY_BEGIN);
  view.respond(START, () => {
    now.mockReturnValue(sentAt + 29_000);
    return { status: 'Accepted' };
  });
  now.mockReturnValue(sentAt + 20_000);
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await screen.findByText(COUNTDOWN);
  now.mockRestore();
  expect(view.store.get(plugWaitsAtom)['cp/1']).toBe(sentAt + 60_000);
});

test('shows when to try again after too many starts, and offers no retry', async () => {
  const refusal = Response.json({ code: 'TOO_MANY_STARTS' }, { status: 429 });
  openScreen('qrcode/12345-1', { [START]: refusal });
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: 'Muitas tentativas de recarga' });
  expect(dialog).toHaveTextContent('Tente novamente amanhã.');
  expect(within(dialog).queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Voltar' })).toBeVisible();
});

test('repeats a lost request with the same attempt key and removes the key after a response', async () => {
  const view = openScreen('qrcode/12345-1', { [START]: failure(502) });
  await tapStart();
  const tapRetry = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  const attempt = () => localStorage.getItem('attempt:start:5:12345-1')?.split(' ')[0];
  await screen.findByRole('dialog', { name: 'Carregador indisponível' });
  const first = attempt();
  expect(first).toBeTruthy();
  await tapRetry();
  await waitFor(() => expect(view.bodiesOf(START)).toHaveLength(2));
  expect(attempt()).toBe(first);
  view.respond(START, { status: 'Rejected', info: '' });
  await tapRetry();
  await waitFor(() => expect(attempt()).toBeUndefined());
});

test('links to the payment methods when there is no credit', async () => {
  const view = openScreen('qrcode/12345-1', {
    [START]: { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' },
  });
  await tapStart();
  await userEvent.click(await screen.findByRole('link', { name: 'Adicionar créditos' }));
  expect(view.currentPath()).toBe('/brand/paymentMethods');
});

const retry = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Tentar novamente' });

test('shows that the vehicles cannot be loaded, and loads them on retry', async () => {
  const view = openScreen('qrcode/12345-1', { [VEHICLES]: failure(500) });
  const message = await screen.findByText('Não foi possível carregar seus veículos.');
  view.respond(VEHICLES, twoVehicles);
  await userEvent.click(retry(screen.getByRole('dialog')));
  expect(await screen.findByRole('radio', { name: 'Vermelhinho' })).toBeVisible();
  expect(message).not.toBeInTheDocument();
  expect(await start()).toBeDisabled();
});

test.each(['VEHICLE_REQUIRED', 'VEHICLE_NOT_FOUND'])(
  'prompts for a vehicle when the start is refused with %s',
  async (info) => {
    const view = openScreen('qrcode/12345-1', {
      [VEHICLES]: failure(500),
      [START]: { status: 'Rejected', info },
    });
    await screen.findByText('Não foi possível carregar seus veículos.');
    await tapStart();
    const refusal = await screen.findByRole('dialog', { name: 'Escolha o veículo' });
    expect(refusal).toHaveTextContent('É necessário selecionar um veículo.');
    await userEvent.click(retry(refusal));
    view.respond(VEHICLES, twoVehicles);
    await userEvent.click(retry(await screen.findByRole('dialog', { name: 'Confirme a recarga' })));
    await userEvent.click(await screen.findByRole('radio', { name: 'Vermelhinho' }));
    view.respond(START, { status: 'Accepted' });
    await tapStart();
    await waitFor(() => expect(view.bodiesOf(START)).toHaveLength(2));
    expect(view.bodiesOf(START)[1]).toMatchObject({ uvId: '2' });
  },
);
