import { beforeEach, expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { AppConfig, type RunnableRemote } from '@shared/contract';
import { configAtom, sessionAtom, tokenAtom } from '@shared/state';
import { failure, type MockResponses } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Component as ActiveRecharges } from '../active-recharges/active-recharges.tsx';
import {
  ACTIVE,
  ATTEMPTS,
  CHARGE,
  connector,
  openScreen,
  STATUS,
  STOP,
  transaction,
} from '../charging.testing.ts';
import { Component as GuestReceipt } from './receipt.tsx';

const ORDER = 'POST /GuestCharges';
const GUEST = 'GET /GuestCharge';
const SECRET = 'a'.repeat(43);
const unpaid = { orderId: 9, chargePointId: 'cp', connectorId: 1, amount: 35, state: 'unpaid', back: [] };

beforeEach(() => localStorage.clear());

/** Opens a screen as a guest, with a charge if there is a token. */
function openAsGuest(path: string, responses: MockResponses, token?: string, remote?: RunnableRemote) {
  const view = openScreen(path, responses, remote && { remote });
  act(() => view.store.set(sessionAtom, { status: 'guest', token }));
  return view;
}
const openCharge = (charge: object, path = 'guest', responses: MockResponses = {}) =>
  openAsGuest(path, { ...responses, [GUEST]: charge }, SECRET);
const screenOf = (Component: () => React.ReactNode): RunnableRemote => ({
  name: 'test',
  routes: [{ path: '', lazy: async () => ({ Component }) }],
});
async function pay() {
  const button = await screen.findByRole('button', { name: 'Pagar com Pix' });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

test('lets a guest choose an amount and opens the Pix code in a session of the new secret', async () => {
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: { orderId: 9 } });
  const dialog = await screen.findByRole('dialog', { name: 'Confirme a recarga' });
  expect(await within(dialog).findByText(/^Uma recarga de 20,0\skWh/)).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'Já tenho conta' })).toHaveAttribute(
    'href',
    '/brand/login',
  );
  await userEvent.click(within(dialog).getByRole('radio', { name: /60,00/ }));
  await userEvent.type(within(dialog).getByLabelText(/E-mail/), 'ana@a.example');
  await pay();
  await waitFor(() => expect(view.currentPath()).toBe('/brand/addPix/9'));
  const [body] = view.bodiesOf(ORDER);
  expect(body).toEqual({
    ChargePointID: '12345-1',
    Amount: 60,
    Email: 'ana@a.example',
    Secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  const { Secret: token } = body as { Secret: string };
  expect(view.store.get(sessionAtom)).toEqual({ status: 'guest', token });
  expect(view.requests.filter((call) => call.startsWith('GET /UserVehicles'))).toHaveLength(0);
});

test('keeps the session of a user who has logged in before the response to the order', async () => {
  const response = Promise.withResolvers<object>();
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: () => response.promise });
  await pay();
  act(() => view.store.set(sessionAtom, { status: 'user', token: 'ana' }));
  await act(async () => response.resolve({ orderId: 9 }));
  expect(view.store.get(tokenAtom)).toBe('ana');
  expect(view.currentPath()).toBe('/brand/qrcode/12345-1');
});

test('does not leave another screen when the response to the order is late, and keeps its secret', async () => {
  const response = Promise.withResolvers<object>();
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: () => response.promise });
  await pay();
  await act(() => view.router.navigate('/brand/register'));
  await act(async () => response.resolve({ orderId: 9 }));
  await waitFor(() => expect(view.store.get(tokenAtom)).toHaveLength(43));
  expect(view.currentPath()).toBe('/brand/register');
});

test('opens the charge of a code that was paid meanwhile, instead of ordering another one', async () => {
  const refusal = failure(409, { code: 'GUEST_CHARGING' });
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: refusal }, SECRET);
  await pay();
  await waitFor(() => expect(view.currentPath()).toBe('/brand/guest'));
});

test('says that a free charge needs an account', async () => {
  openAsGuest('qrcode/12345-1', { [ORDER]: failure(409, { code: 'FREE_CHARGE' }) });
  await pay();
  expect(await screen.findByRole('alert')).toHaveTextContent('Esta recarga é grátis. Entre na sua conta');
});

test('repeats a lost order with the same secret, and another order with another one', async () => {
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: failure(502) });
  await pay();
  expect(await screen.findByRole('alert')).toBeVisible();
  await pay();
  await waitFor(() => expect(view.bodiesOf(ORDER)).toHaveLength(2));
  await userEvent.click(screen.getByRole('radio', { name: /20,00/ }));
  await pay();
  await waitFor(() => expect(view.bodiesOf(ORDER)).toHaveLength(3));
  const [first, second, third] = view.bodiesOf(ORDER).map((body) => (body as { Secret: string }).Secret);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['CONNECTOR_UNAVAILABLE', 409, 'O carregador está indisponível ou em uso para iniciar a recarga.'],
  ['PAYMENT_UNAVAILABLE', 409, 'O Pix está indisponível no momento. Nada foi cobrado.'],
  ['PAYMENT_FAILED', 502, 'Não foi possível gerar o código Pix. Nada foi cobrado. Tente novamente.'],
  ['TOO_MANY', 429, /^Há muitos códigos Pix em aberto/],
])('says why no code was ordered: %s', async (code, status, text) => {
  openAsGuest('qrcode/12345-1', { [ORDER]: failure(status, { code }) });
  await pay();
  expect(await screen.findByText(text)).toBeVisible();
});

test('sends no order with an invalid e-mail', async () => {
  const view = openAsGuest('qrcode/12345-1', { [ORDER]: { orderId: 9 } });
  await userEvent.type(await screen.findByLabelText(/E-mail/), 'ana');
  await pay();
  expect(await screen.findByText('Por favor insira um e-mail válido')).toBeVisible();
  expect(view.bodiesOf(ORDER)).toHaveLength(0);
});

test.each([
  ['unpaid', '/brand/addPix/9'],
  ['waiting', '/brand/recharge/cp/1'],
  ['charging', '/brand/recharge/cp/1'],
  ['ended', '/brand/extract/recharge/77'],
])('leads from the charge to where it is: %s', async (state, path) => {
  const view = openCharge({ ...unpaid, state, transactionId: 77 });
  await waitFor(() => expect(view.currentPath()).toBe(path));
});

test.each([undefined, 'frozen'])('claims nothing about a charge in the state %s', async (state) => {
  openCharge({ ...unpaid, state });
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  expect(screen.queryByText('Pagamento recebido')).toBeNull();
});

test('shows the wait of a start that the cached list of starts does not have yet', async () => {
  const waitUntil = new Date(Date.now() + 60_000).toISOString();
  const waiting = { attemptId: 6, chargePointId: 'cp', connectorId: 1, waitUntil };
  const view = openCharge({ ...unpaid, state: 'starting' }, 'guest', { [ATTEMPTS]: [waiting] });
  expect(await screen.findByText('Pagamento recebido')).toBeVisible();
  act(() => void view.queryClient.setQueryData(queries.startAttempts().queryKey, []));
  view.respond(GUEST, { ...unpaid, state: 'waiting' });
  await act(() => view.queryClient.refetchQueries({ queryKey: queries.balance().queryKey }));
  expect(await screen.findByText('Conecte o plug no seu veículo.')).toBeVisible();
});

test('takes the secret of a link as the session and removes it from the address bar', async () => {
  const view = openAsGuest(`guest#${SECRET}`, { [GUEST]: { ...unpaid, state: 'starting' } });
  expect(await screen.findByText('Pagamento recebido')).toBeVisible();
  expect(view.store.get(sessionAtom)).toEqual({ status: 'guest', token: SECRET });
  expect(location.hash).toBe('');
});

test('asks a user before a link ends the session', async () => {
  const view = openScreen(`guest#${SECRET}`, { [GUEST]: { ...unpaid, state: 'starting' } });
  const dialog = await screen.findByRole('dialog', { name: 'Abrir a recarga sem conta?' });
  expect(view.store.get(sessionAtom).status).toBe('user');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abrir' }));
  expect(await screen.findByText('Pagamento recebido')).toBeVisible();
  expect(view.store.get(sessionAtom)).toEqual({ status: 'guest', token: SECRET });
});

const OTHER = 'b'.repeat(43);
/** Opens the link of another charge on a device that has one, and confirms it. */
async function openOther(charge: MockResponses[string]) {
  const view = openAsGuest(`guest#${OTHER}`, { [GUEST]: charge }, SECRET);
  const dialog = await screen.findByRole('dialog', { name: 'Abrir a recarga sem conta?' });
  expect(dialog).toHaveTextContent('copie antes o link');
  expect(view.store.get(sessionAtom)).toEqual({ status: 'guest', token: SECRET });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abrir' }));
  return view;
}

test('asks a guest before a link replaces the only key to the charge of the device', async () => {
  const { store } = await openOther({ ...unpaid, state: 'starting' });
  expect(await screen.findByText('Pagamento recebido')).toBeVisible();
  expect(store.get(sessionAtom)).toEqual({ status: 'guest', token: OTHER });
});

test("offers the link of the device's charge before another one replaces it", async () => {
  openAsGuest(`guest#${OTHER}`, { [GUEST]: unpaid }, SECRET);
  await screen.findByRole('dialog', { name: 'Abrir a recarga sem conta?' });
  await userEvent.click(screen.getByRole('button', { name: 'Abrir em outro aparelho' }));
  const dialog = await screen.findByRole('dialog', { name: 'Abrir em outro aparelho' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copiar link' }));
  expect(await within(dialog).findByRole('button', { name: 'Link copiado' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/brand/guest#${SECRET}`);
});

test.each([
  [401, /^O link de uma recarga sem conta vale por 30 dias/],
  [502, /^Falha ao carregar a recarga/],
])("keeps the device's charge when the link's charge can't be read: %s", async (status, text) => {
  const { store } = await openOther(failure(status));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(store.get(sessionAtom)).toEqual({ status: 'guest', token: SECRET });
});

test('says that a device without a charge has none', async () => {
  openAsGuest('guest#short', {});
  expect(await screen.findByText('Nenhuma recarga por aqui')).toBeVisible();
});

test.each([
  ['CONNECTOR_UNAVAILABLE', 'O conector foi usado por outra pessoa antes do seu pagamento.'],
  ['ConnectionTimeOut', 'O plug não foi conectado a tempo.'],
  ['Cancelled', 'O plug não foi conectado.'],
  ['PAID_LATE', 'O pagamento chegou depois do prazo do código.'],
  ['Rejected', 'Tente novamente ou use outro carregador.'],
  ['constructor', 'Tente novamente ou use outro carregador.'],
])('says why no charge began (%s), and that the payment is on its way back', async (errorCode, reason) => {
  const back = [{ amount: 35, state: 'pending' }];
  openCharge({ ...unpaid, state: 'refused', errorCode, back });
  expect(await screen.findByText('A recarga não começou')).toBeVisible();
  const text = `${reason} O valor que você pagou volta por Pix para a conta de onde veio.`;
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(screen.getByText(/^A caminho, .* Se o banco falhar, tentamos até conseguir\.$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Iniciar outra recarga' })).toHaveAttribute(
    'href',
    '/brand/qrcode',
  );
});

test('says that the payment of an expired code goes back', async () => {
  openCharge({ ...unpaid, state: 'expired' });
  expect(await screen.findByText('Este código Pix expirou')).toBeVisible();
  expect(screen.getByText('Se você já pagou este código, o valor volta para você por Pix.')).toBeVisible();
});

test('claims nothing about a wait that ended long before a guest reads it', async () => {
  const view = openScreen('recharge/cp/1', { [STATUS]: [connector], [ACTIVE]: [] }, { plugWait: -60 });
  act(() => view.store.set(sessionAtom, { status: 'guest', token: SECRET }));
  const dialog = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
  expect(dialog).toHaveTextContent('Se a recarga não começou, o valor que você pagou volta por Pix.');
  expect(dialog).not.toHaveTextContent('O plug não foi conectado');
});

test('cancels the wait if a guest never plugs in, and offers the payback instead of another start', async () => {
  const waiting = { attemptId: 6, chargePointId: 'cp', connectorId: 1 };
  const view = openScreen(
    'recharge/cp/1',
    {
      [STATUS]: [connector],
      [ATTEMPTS]: [waiting],
      [ACTIVE]: [],
      [STOP]: { status: 'Accepted' },
      [GUEST]: { ...unpaid, state: 'refused' },
    },
    { plugWait: -1 },
  );
  act(() => view.store.set(sessionAtom, { status: 'guest', token: SECRET }));
  const dialog = await screen.findByRole('dialog', { name: 'Tempo de espera terminou' });
  expect(within(dialog).queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ver devolução' }));
  await waitFor(() => expect(view.currentPath()).toBe('/brand/guest'));
  expect(view.bodiesOf(STOP)).toEqual([{ ChargePointID: 'cp-1', TransactionID: '0' }]);
});

test('says that the payment goes back when a paid start fails', async () => {
  const failed = { attemptId: 6, chargePointId: 'cp', connectorId: 1, errorCode: 'ConcurrentTx' };
  const view = openScreen('recharge/cp/1', {
    [STATUS]: [connector],
    [ATTEMPTS]: [failed],
    [ACTIVE]: [],
    [GUEST]: { ...unpaid, state: 'refused' },
  });
  act(() => view.store.set(sessionAtom, { status: 'guest', token: SECRET }));
  const dialog = await screen.findByRole('dialog', { name: 'Erro ao iniciar a recarga.' });
  expect(dialog).toHaveTextContent('O valor que você pagou volta por Pix para a conta de onde veio.');
});

test("shows what the guest's payment still buys, and the link for another device", async () => {
  const charging = { ...connector, status: 'Charging', chargeRateKW: 7, transaction };
  openAsGuest(
    'recharge/cp/1',
    { [STATUS]: [charging], [CHARGE]: { transactionId: 77 }, [GUEST]: { ...unpaid, state: 'charging' } },
    SECRET,
  );
  expect(await screen.findByText('O valor pago ainda compra')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Abrir em outro aparelho' }));
  const dialog = await screen.findByRole('dialog', { name: 'Abrir em outro aparelho' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copiar link' }));
  expect(await within(dialog).findByRole('button', { name: 'Link copiado' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/brand/guest#${SECRET}`);
});

test.each([
  ['pending', /^10,0\s?kWh/],
  ['rejected', /^20,5\s?kWh/],
])(
  "counts a second payment that goes back in what a guest's payment still buys only if the bank has refused it: %s",
  async (state, amount) => {
    const charging = { ...connector, status: 'Charging', transaction: { ...transaction, meterTotal: 0 } };
    const paidTwice = { ...unpaid, state: 'charging', amount: 42, back: [{ amount: 21, state }] };
    openAsGuest('recharge/cp/1', { [STATUS]: [charging], [GUEST]: paidTwice }, SECRET);
    const label = await screen.findByText('O valor pago ainda compra');
    expect(label.nextElementSibling).toHaveTextContent(amount);
  },
);

test('shows on the receipt what was paid, spent and given back', async () => {
  const back = [{ amount: 12.5, state: 'done', bankId: 'D123' }];
  const ended = { ...unpaid, state: 'ended', transactionId: 77, spent: 22.5, back };
  openAsGuest('', { [GUEST]: ended }, SECRET, screenOf(GuestReceipt));
  expect(await screen.findByText(/^R\$\s35,00$/)).toBeVisible();
  expect(screen.getByText(/^R\$\s22,50$/)).toBeVisible();
  expect(screen.getByText(/^R\$\s12,50$/)).toBeVisible();
  expect(screen.getByText('Pix D123')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Criar conta' })).toHaveAttribute('href', '/brand/register');
});

test("links the home to a guest's charge that waits for its payment", async () => {
  openAsGuest('', { [GUEST]: unpaid, [ACTIVE]: [], [ATTEMPTS]: [] }, SECRET, screenOf(ActiveRecharges));
  const link = await screen.findByRole('link', { name: /^Aguardando o pagamento/ });
  expect(link).toHaveAttribute('href', '/brand/guest');
});

const withoutGuests = { settings: { 'charging.guestCharge': false } };

test("where a site's setting withdraws charges without an account, a guest sees the price and logs in", async () => {
  const { store } = openAsGuest('qrcode/12345-1', {});
  expect(await screen.findByRole('button', { name: 'Pagar com Pix' })).toBeVisible();
  act(() => store.set(configAtom, AppConfig.parse({ brands: { brand: { sites: { 3: withoutGuests } } } })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme a recarga' }));
  expect(await dialog.findByText('Para recarregar aqui, entre na sua conta.')).toBeVisible();
  expect(await dialog.findByText(/R\$\s2,00/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Pagar com Pix' })).toBeNull();
  expect(dialog.getByRole('link', { name: 'Entrar na conta' })).toHaveAttribute('href', '/brand/login');
});

test("a guest must log in if the brand's setting withdraws charges without an account, except at a site with a setting that offers them", async () => {
  const { store } = openAsGuest('qrcode/12345-1', {});
  const configure = (sites: object) =>
    act(() => store.set(configAtom, AppConfig.parse({ brands: { brand: { ...withoutGuests, sites } } })));
  configure({});
  expect(await screen.findByRole('link', { name: 'Entrar na conta' })).toBeVisible();
  configure({ 3: { settings: { 'charging.guestCharge': true } } });
  expect(await screen.findByRole('button', { name: 'Pagar com Pix' })).toBeVisible();
});
