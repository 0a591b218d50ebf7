import { afterEach, expect, rs, test } from '@rstest/core';
import { toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /Payment/Order/9';
const order = {
  orderId: 9,
  orderState: 'paid',
  orderOtId: 0,
  orderAmount: 60,
  orderUpdated: '2026-11-21T15:30:00Z',
  orderInvoiceId: 'INV-1',
  orderPaymentMethodData: '{"description":"visa 4242","item_type":"credit_card"}',
  orderItems: [{ orderItemDesc: 'Crédito', orderItemCount: 1, orderItemAmount: 60 }],
};

const receipt = (response: unknown) =>
  renderScreen(remote, { at: '/marca/extract/credit/9', loggedIn: true, responses: { [CALL]: response } });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
  rs.restoreAllMocks();
});

test('shows the amount, payment method, time and every line', async () => {
  receipt(order);
  expect(await screen.findByRole('heading', { name: 'Adicionou' })).toBeVisible();
  expect(await screen.findByText('Crédito · Visa 4242')).toBeVisible();
  expect(screen.getByText(/^21\/11\/2026 - \d\d:\d\d$/)).toBeVisible();
  expect(screen.getByText('Crédito adicionado')).toBeVisible();
  const rows = within(screen.getByRole('table', { name: 'Valores' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'CréditoR$ 60,00',
    'TotalR$ 60,00',
  ]);
  expect(screen.getByText('Este recibo não é um documento fiscal.')).toBeVisible();
});

test('strikes a refunded amount through and labels it', async () => {
  const [item] = order.orderItems;
  receipt({ ...order, orderItems: [{ ...item, orderItemRefunded: true }] });
  const row = within(await screen.findByRole('row', { name: /Estornado/ }));
  expect(row.getByText('Crédito').tagName).toBe('S');
  expect(row.getByText(/60,00/).tagName).toBe('S');
});

const payback = { orderItemDesc: 'Devolução de saldo', orderItemCount: 1, orderItemAmount: -59.68 };

test.each([
  ['is given back in part', [...order.orderItems, payback], '0,32'],
  ['is given back in whole', [{ ...order.orderItems[0], orderItemRefunded: true }], '0,00'],
  ['has lines that do not explain its amount', [payback], '60,00'],
])('totals what remains of a top-up that %s, under the amount that was paid', async (_, orderItems, left) => {
  receipt({ ...order, orderItems });
  expect(await screen.findByRole('row', { name: /^Total/ })).toHaveTextContent(`TotalR$ ${left}`);
  const [shown] = screen.getAllByText(/60,00/);
  expect(shown?.closest('table')).toBeNull();
});

test.each([
  ['pending', 'Procesando crédito...'],
  ['captured', 'Procesando crédito...'],
  ['unauthorized', 'Não autorizado'],
  ['canceled', 'Cancelado'],
  ['error', 'Falha'],
  ['somewhere', 'somewhere'],
  ['constructor', 'constructor'],
])('shows an order that is %s as “%s”', async (orderState, word) => {
  receipt({ ...order, orderState });
  expect(await screen.findByText(word)).toBeVisible();
});

const CODE = '00020126580014br.gov.bcb.pix0136123e4567';
const pix = (dueAt: number, fields: object = {}) => ({
  ...order,
  orderState: 'pending',
  orderPaymentMethodData: '{"description":"Pix","item_type":"pix"}',
  orderData: JSON.stringify({ due_date: new Date(dueAt).toISOString(), pix: { qrcode_text: CODE } }),
  ...fields,
});

test('shows an unpaid Pix and replaces the receipt with its code on tap', async () => {
  const { user, currentPath, router } = renderScreen(remote, {
    at: '/marca/extract/credit/9',
    cameFrom: '/marca/extract',
    loggedIn: true,
    responses: { [CALL]: pix(Date.now() + 600_000), 'GET /wallet/History/30': [] },
  });
  expect(await screen.findByText('Aguardando pagamento')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Ver código Pix' }));
  expect(await screen.findByRole('textbox', { name: 'Código Pix' })).toHaveValue(CODE);
  expect(currentPath()).toBe('/marca/addPix/9');
  await act(() => router.navigate(-1));
  expect(currentPath()).toBe('/marca/extract');
});

test.each([
  ['the due date has passed', pix(Date.now() - 1000)],
  ['the server canceled it', pix(Date.now() + 600_000, { orderState: 'canceled' })],
])('shows an expired Pix without a link to its code: %s', async (_, response) => {
  receipt(response);
  expect(await screen.findByText('Este código Pix expirou')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Ver código Pix' })).toBeNull();
});

test('shows a captured Pix as processing', async () => {
  receipt(pix(Date.now() - 1000, { orderState: 'captured' }));
  expect(await screen.findByText('Procesando crédito...')).toBeVisible();
});

test('shows only the known facts of an order', async () => {
  receipt({ orderId: 9, orderAmmount: 35, orderPaymentMethodData: 'Pix', orderItems: null });
  expect(await screen.findAllByText(/35,00/)).toHaveLength(2);
  expect(screen.queryByText('Pagamento')).toBeNull();
});

test('shows an error when the receipt fails to load and retries', async () => {
  const { user } = receipt((_: URL, times: number) => (times === 0 ? failure(500)() : order));
  expect(await screen.findByText('Falha')).toBeVisible();
  expect(screen.getByText('Falha ao carregar Extrato de Adição. Por favor, tente novamente')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Salvar em PDF' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Crédito · Visa 4242')).toBeVisible();
});

test('replaces the receipt of a pending top-up with an error when a refetch fails, and retries', async () => {
  const responses = [() => ({ ...order, orderState: 'pending' }), failure(500), () => order];
  const { user, queryClient } = receipt((_: URL, times: number) => responses[times]?.());
  expect(await screen.findByText('Procesando crédito...')).toBeVisible();
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText(/^Falha ao carregar Extrato de Adição/)).toBeVisible();
  expect(screen.queryByText('Procesando crédito...')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Salvar em PDF' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText('Crédito adicionado')).toBeVisible();
});

test('keeps the receipt of a finished top-up when a refetch fails', async () => {
  const { queryClient } = receipt((_: URL, times: number) => (times === 0 ? order : failure(500)()));
  expect(await screen.findByText('Crédito adicionado')).toBeVisible();
  await act(() => queryClient.invalidateQueries());
  expect(screen.getByText('Crédito adicionado')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('prints the receipt and shares it as text', async () => {
  const share = rs.fn((_: ShareData) => Promise.resolve());
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const print = rs.spyOn(globalThis, 'print').mockImplementation(() => undefined);
  const { user } = receipt(order);
  await user.click(await screen.findByRole('button', { name: 'Salvar em PDF' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Compartilhar' }));
  expect(share.mock.calls[0]?.[0].text).toMatch(
    /Situação: Crédito adicionado\nPagamento: Crédito · Visa 4242[\s\S]*Total: R\$\s60,00/,
  );
});

/** Shares the receipt; `navigator.share` rejects with `name` and the clipboard uses `writeText`. */
async function shareReceipt(name: string, writeText: (text: string) => Promise<void>) {
  rs.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { user, store } = receipt(order);
  const stub = (key: string, value: unknown) =>
    Object.defineProperty(navigator, key, { configurable: true, value });
  stub('share', () => Promise.reject(new DOMException('no', name)));
  stub('clipboard', { writeText });
  await user.click(await screen.findByRole('button', { name: 'Compartilhar' }));
  return () => store.get(toastsAtom).map(({ title }) => title);
}

test('copies the receipt and shows a toast when it cannot be shared', async () => {
  const writeText = rs.fn((_: string) => Promise.resolve());
  const toasts = await shareReceipt('NotAllowedError', writeText);
  await waitFor(() => expect(toasts()).toEqual(['Recibo copiado']));
  expect(writeText.mock.calls[0]?.[0]).toContain('Situação: Crédito adicionado\n');
});

test('shows an error when the receipt can be neither shared nor copied', async () => {
  const toasts = await shareReceipt('NotAllowedError', () => Promise.reject(new DOMException('no')));
  await waitFor(() => expect(toasts()).toEqual(['Não foi possível compartilhar o recibo.']));
});

test('shows no message when the user closes the share sheet', async () => {
  const writeText = rs.fn((_: string) => Promise.resolve());
  const toasts = await shareReceipt('AbortError', writeText);
  await act(async () => {});
  expect(toasts()).toEqual([]);
  expect(writeText).not.toHaveBeenCalled();
});

test('shows an error when the amount is unreadable, never R$ 0,00', async () => {
  receipt({ ...order, orderAmount: 'R$ 60' });
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  expect(screen.queryByText(/R\$\s0,00/)).toBeNull();
});
