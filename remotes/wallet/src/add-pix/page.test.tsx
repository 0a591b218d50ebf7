import { afterEach, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { Order } from '@shared/contract';
import { emitLiveEvent, toastsAtom } from '@shared/state';
import { failure, renderScreen } from '@shared/testing';
import { act, screen } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'GET /Payment/Order/77';
const CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR6304ABCD';
const START = Date.parse('2026-11-21T15:00:00Z');

const pix = (fields: Record<string, unknown> = {}, dueAt: number = START + 1_800_000) => ({
  orderId: 77,
  orderState: 'pending',
  orderOtId: 0,
  orderAmount: 60,
  orderData: JSON.stringify({ due_date: new Date(dueAt).toISOString(), pix: { qrcode_text: CODE } }),
  ...fields,
});

// Load the lazy modules first: dynamic imports may not resolve in time under fake timers.
beforeAll(async () => {
  await Promise.all([import('./page.tsx'), import('qrcode')]);
});
beforeEach(() => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  rs.useRealTimers();
  Reflect.deleteProperty(navigator, 'clipboard');
});

const show = (response: unknown, at = '/marca/addPix/77') => {
  rs.setSystemTime(START);
  return renderScreen(remote, {
    at,
    cameFrom: '/marca/paymentMethods',
    loggedIn: true,
    responses: { [CALL]: response },
  });
};
/** Advances the fake timers in steps and lets pending requests and imports settle after each. */
async function pass(ms: number) {
  for (let turn = 0; turn < 10; turn++) {
    await act(async () => {
      await rs.advanceTimersByTimeAsync(ms / 10);
      await new Promise(setImmediate);
    });
  }
}
const press = async (name: string) => {
  await act(async () => screen.getByRole('button', { name }).click());
  await pass(10);
};
function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
}

test('shows the code as text and as a QR code, with its amount and validity', async () => {
  show(pix());
  await pass(100);
  expect(screen.getByRole('textbox', { name: 'Código Pix' })).toHaveValue(CODE);
  const picture = screen.getByRole('img', { name: 'QR Code do Pix' });
  expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml,/);
  expect(screen.getByText(/^R\$\s60,00$/)).toBeVisible();
  expect(screen.getByText(/^Válido até 21\/11\/2026 - \d\d:\d\d$/)).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^Expira em 29:5\d$|^Expira em 30:00$/);
  await pass(60_000);
  expect(screen.getByRole('timer')).toHaveTextContent(/^Expira em 2[89]:\d\d$/);
});

test('copies the code and confirms it for 2 s', async () => {
  const copied: string[] = [];
  show(pix());
  clipboard(async (text) => void copied.push(text));
  await pass(30);
  await press('Copiar código');
  expect(copied).toEqual([CODE]);
  expect(screen.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  await pass(1800);
  expect(screen.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  await pass(300);
  expect(screen.getByRole('button', { name: 'Copiar código' })).toBeVisible();
});

test('selects the code and shows an error when it cannot be copied', async () => {
  const log = rs.spyOn(console, 'warn').mockImplementation(() => undefined);
  show(pix());
  clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await pass(30);
  await press('Copiar código');
  expect(screen.getByText('Não foi possível copiar. Selecione o código e copie-o.')).toBeVisible();
  log.mockRestore();
});

test("opens the receipt on the live message for this order's payment", async () => {
  const { currentPath } = show(pix());
  await pass(30);
  act(
    () => void emitLiveEvent({ type: 'order', order: Order.parse(pix({ orderId: 78, orderState: 'paid' })) }),
  );
  act(() => void emitLiveEvent({ type: 'order', order: Order.parse(pix({ orderState: 'captured' })) }));
  await pass(10);
  expect(currentPath()).toBe('/marca/addPix/77');
  act(() => void emitLiveEvent({ type: 'order', order: Order.parse(pix({ orderState: 'paid' })) }));
  await pass(10);
  expect(currentPath()).toBe('/marca/extract/credit/77');
});

test('detects a payment by polling when the live message is missed', async () => {
  const { currentPath } = show((_: URL, times: number) =>
    times === 0 ? pix() : pix({ orderState: 'paid' }),
  );
  await pass(5000);
  expect(currentPath()).toBe('/marca/addPix/77');
  await pass(6000);
  expect(currentPath()).toBe('/marca/extract/credit/77');
});

test('opens the receipt of an order that was paid while the page was closed', async () => {
  const { currentPath } = show(pix({ orderState: 'paid' }));
  await pass(30);
  expect(currentPath()).toBe('/marca/extract/credit/77');
});

test.each([
  ['the due date has passed', pix({}, START - 1000)],
  ['the server canceled it', pix({ orderState: 'canceled' })],
])('shows an expired code and offers a new one: %s', async (_, order) => {
  show(order);
  await pass(30);
  expect(screen.getByText('Este código Pix expirou')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Gerar novo código' })).toHaveAttribute(
    'href',
    '/marca/addCredit/pix?valor=60',
  );
});

test('shows a guest that the payment of an expired code is returned', async () => {
  rs.setSystemTime(START);
  renderScreen(remote, { at: '/marca/addPix/77', responses: { [CALL]: pix({}, START - 1000) } });
  await pass(30);
  expect(screen.getByText('Se você já pagou este código, o valor volta para você por Pix.')).toBeVisible();
});

test('expires while it is shown and still opens the receipt after a late payment', async () => {
  const { currentPath } = show((_: URL, times: number) =>
    times < 3 ? pix({}, START + 5000) : pix({ orderState: 'paid' }),
  );
  await pass(3000);
  expect(screen.getByRole('textbox', { name: 'Código Pix' })).toBeVisible();
  await pass(4000);
  expect(screen.getByText('Este código Pix expirou')).toBeVisible();
  await pass(40_000);
  expect(currentPath()).toBe('/marca/extract/credit/77');
});

test('shows an error for an order without a code and retries', async () => {
  show((_: URL, times: number) => (times === 0 ? pix({ orderData: '{}' }) : pix()));
  await pass(30);
  expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
  await press('Tentar novamente');
  expect(screen.getByRole('textbox', { name: 'Código Pix' })).toBeVisible();
});

test('retries an order that fails to load, but not an unknown one', async () => {
  const { unmount } = show((_: URL, times: number) => (times === 0 ? failure(500)() : pix()));
  await pass(30);
  expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
  await press('Tentar novamente');
  expect(screen.getByRole('textbox', { name: 'Código Pix' })).toBeVisible();
  unmount();
  const { requests } = show(failure(404));
  await pass(30);
  expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
  expect(screen.getByText('Este pedido de Pix não foi encontrado.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  await pass(60_000);
  expect(requests).toHaveLength(1);
});

test('keeps the code and offers a retry in a toast while polling fails', async () => {
  const { store } = show((_: URL, times: number) => (times === 1 ? failure(500)() : pix()));
  await pass(12_000);
  const text = 'Falha no servidor. Por favor tente novamente.';
  expect(store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]);
  expect(screen.getByRole('textbox', { name: 'Código Pix' })).toHaveValue(CODE);
  await pass(10_000);
  expect(store.get(toastsAtom)).toEqual([]);
});

test.each([
  ['a failing server', failure(500), 'Falha no servidor. Por favor tente novamente.'],
  [
    'a lost connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
])(
  'shows that a Pix code cannot be loaded because of %s, and retries on request',
  async (_, response, why) => {
    const { currentPath } = show((_: URL, times: number) => (times === 0 ? response() : pix()));
    await pass(30);
    expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
    expect(screen.getByText(why)).toBeVisible();
    await press('Tentar novamente');
    expect(screen.getByRole('textbox', { name: 'Código Pix' })).toBeVisible();
    expect(currentPath()).toBe('/marca/addPix/77');
  },
);

test.each(['error', 'unauthorized'])(
  'offers a new code if an order ended as %s before it had one',
  async (orderState) => {
    show(pix({ orderState, orderData: undefined }));
    await pass(30);
    expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
    expect(screen.queryByText('Este código Pix expirou')).toBeNull();
    expect(screen.getByRole('link', { name: 'Gerar novo código' })).toHaveAttribute(
      'href',
      '/marca/addCredit/pix?valor=60',
    );
  },
);

test('redirects a URL without an order to the payment methods', async () => {
  const { currentPath } = show(pix(), '/marca/addPix');
  await pass(30);
  expect(currentPath()).toBe('/marca/paymentMethods');
});
