import { beforeEach, expect, test } from '@rstest/core';
import { plugWaitsAtom } from '@shared/state';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { connector, failing, fakeBackend } from '../testing/backend.ts';
import { renderAt } from '../testing/render-at.tsx';

beforeEach(() => localStorage.clear());

const START = 'POST RemoteStartTransactionRequest';
const start = () => screen.findByRole('button', { name: 'Iniciar recarga' });
async function tapStart() {
  await waitFor(async () => expect(await start()).toBeEnabled());
  await userEvent.click(await start());
}
const two = [
  { uvId: 1, uvName: 'Azulzinho' },
  { uvId: 2, uvName: 'Vermelhinho' },
];

test('shows site, connector and price in the confirmation', async () => {
  fakeBackend();
  renderAt('qrcode/12345-1');
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  expect(await within(dialog).findByText('Oficina')).toBeVisible();
  expect(dialog).toHaveTextContent('Tipo 2 · 22 kW');
  expect(dialog).toHaveTextContent('Disponível');
  expect(await within(dialog).findByText('R$ 2,00/kWh')).toBeVisible();
  expect(dialog).toHaveTextContent('custa cerca de R$ 41,00');
  expect(dialog).toHaveTextContent('R$ 50,00');
});

test('shows a free charge as free', async () => {
  fakeBackend({ 'GET CurrentPriceProfilePeriod': { priceProfilePeriodFreeCharge: true, PriceKwh: 2 } });
  renderAt('qrcode/12345-1');
  expect(await screen.findByText('Grátis')).toBeVisible();
});

test('opens the recharge screen and starts the wait for the plug after an accepted start', async () => {
  const backend = fakeBackend();
  const { at, store } = renderAt('qrcode/12345-1');
  await tapStart();
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
  expect(at()).toBe('/brand/recharge/cp/1');
  expect(backend.requests(START)).toMatchObject([{ body: { ChargePointID: '12345-1', uvId: '1' } }]);
  expect(store.get(plugWaitsAtom)['cp/1']).toBeGreaterThan(Date.now() + 50_000);
});

test('sends one request for two taps', async () => {
  const backend = fakeBackend();
  renderAt('qrcode/12345-1');
  const button = await start();
  await waitFor(() => expect(button).toBeEnabled());
  button.click();
  button.click();
  await screen.findByText('Conecte o plug no seu veículo.');
  expect(backend.requests(START)).toHaveLength(1);
});

test('requires a choice among several vehicles', async () => {
  const backend = fakeBackend({ 'GET UserVehicles': two });
  renderAt('qrcode/12345-1');
  expect(await screen.findByText('É necessário selecionar um veículo.')).toBeVisible();
  expect(await start()).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: 'Vermelhinho' }));
  expect(screen.queryByText('É necessário selecionar um veículo.')).not.toBeInTheDocument();
  await tapStart();
  await waitFor(() => expect(backend.requests(START)).toMatchObject([{ body: { uvId: '2' } }]));
});

test.each([
  ['there is none', []],
  ['the list cannot be loaded', failing(500)],
])('starts a charge without a vehicle when %s', async (_, vehicles) => {
  const backend = fakeBackend({ 'GET UserVehicles': vehicles });
  renderAt('qrcode/12345-1');
  await tapStart();
  await waitFor(() =>
    expect(backend.requests(START)).toMatchObject([{ body: { ChargePointID: '12345-1' } }]),
  );
  expect(backend.requests(START)[0]?.body).not.toHaveProperty('uvId');
});

test.each([
  ['Charging', true, /em uso/],
  ['Available', false, /sem comunicação/],
])('explains why a connector that is %s with online %s cannot start', async (status, isConnected, words) => {
  fakeBackend({ 'GET OnlineConnectorStatus': [{ ...connector, status, isConnected }] });
  renderAt('qrcode/12345-1');
  expect(await screen.findByText(words)).toBeVisible();
  expect(await start()).toBeDisabled();
});

test('reloads a failed price before a start is possible', async () => {
  const backend = fakeBackend({ 'GET CurrentPriceProfilePeriod': failing(500) });
  renderAt('qrcode/12345-1');
  await screen.findByText('Não foi possível carregar o preço.');
  expect(await start()).toBeDisabled();
  backend.set('GET CurrentPriceProfilePeriod', { PriceKwh: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(async () => expect(await start()).toBeEnabled());
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
  ['Carregador indisponível', unavailable, failing(500)],
  ['Erro ao utilizar o cupom', 'Cupom expirado', { status: 'Error', info: 'Cupom expirado' }],
])('%s', async (title, text, answer) => {
  fakeBackend({ [START]: answer });
  renderAt('qrcode/12345-1');
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(dialog).toHaveTextContent(text);
});

test('says when to try again after too many starts, and offers no retry', async () => {
  const refusal = Response.json({ code: 'TOO_MANY_STARTS' }, { status: 429 });
  fakeBackend({ [START]: refusal });
  renderAt('qrcode/12345-1');
  await tapStart();
  const dialog = await screen.findByRole('dialog', { name: 'Muitas tentativas de recarga' });
  expect(dialog).toHaveTextContent('Tente novamente amanhã.');
  expect(within(dialog).queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  expect(within(dialog).getByRole('button', { name: 'Voltar' })).toBeVisible();
});

test('repeats a lost request with the same attempt key and drops the key after a response', async () => {
  const backend = fakeBackend({ [START]: failing(502) });
  renderAt('qrcode/12345-1');
  await tapStart();
  const again = async () => userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  const attempt = () => localStorage.getItem('attempt:start:5:12345-1')?.split(' ')[0];
  await screen.findByRole('dialog', { name: 'Carregador indisponível' });
  const first = attempt();
  expect(first).toBeTruthy();
  await again();
  await waitFor(() => expect(backend.requests(START)).toHaveLength(2));
  expect(attempt()).toBe(first);
  backend.set(START, { status: 'Rejected', info: '' });
  await again();
  await waitFor(() => expect(attempt()).toBeUndefined());
});

test('links to adding credit when there is none', async () => {
  fakeBackend({ [START]: { status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' } });
  const { at } = renderAt('qrcode/12345-1');
  await tapStart();
  await userEvent.click(await screen.findByRole('link', { name: 'Adicionar créditos' }));
  expect(at()).toBe('/brand/paymentMethods');
});
