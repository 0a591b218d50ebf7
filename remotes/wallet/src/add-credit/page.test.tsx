import { beforeEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { pendingOrdersOf } from '@shared/client/pending-orders';
import { Order } from '@shared/contract';
import { balanceHiddenAtom, emitLiveEvent, orderToastId, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const CALL = 'POST /wallet/Balance';
const visa = { id: 31, item_type: 'credit_card', description: 'visa 1111', is_default: true };
const ana = { id: 7, name: 'Ana Souza', email: 'ana@a.example', cpf: '52998224725' };

beforeEach(() => localStorage.clear());

function show(responses: MockResponses = {}, method = '31') {
  return renderScreen(remote, {
    at: `/marca/addCredit/${method}`,
    cameFrom: '/marca/paymentMethods',
    loggedIn: true,
    responses: {
      'GET /UserPaymentMethods': [visa],
      'GET /userprofile': ana,
      'GET /wallet/Balance': { uwalBalance: 12.5 },
      ...responses,
    },
  });
}
const button = (name: string) => screen.findByRole('button', { name });
const paymentCount = (requests: string[]) => requests.filter((call) => call === CALL).length;
/** The persisted key of the unsettled write to pay R$ 35,00 with card 31. */
const openKey = () => localStorage.getItem('attempt:topUp:7:31:3500')?.split(' ')[0];

async function confirm(view: ReturnType<typeof show>) {
  await screen.findByText(/12,50/);
  await view.user.click(await button('Adicionar Créditos'));
  await view.user.click(await button('Confirmar'));
}

test('offers fixed amounts from R$ 35 and previews the balance for the selected one', async () => {
  const { user } = show();
  const amounts = await screen.findAllByRole('radio');
  expect(amounts.map((amount) => amount.closest('label')?.textContent?.replace('\u00a0', ' '))).toEqual([
    'R$ 35,00',
    'R$ 60,00',
    'R$ 100,00',
    'R$ 150,00',
    'R$ 300,00',
  ]);
  expect(amounts[0]).toBeChecked();
  expect(screen.getByText('Visa 1111')).toBeVisible();
  expect(await screen.findByText(/^R\$\s47,50$/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /300/ }));
  expect(screen.getByText(/^R\$\s312,50$/)).toBeVisible();
});

test('keeps the amount in the URL and falls back to the first one for an amount that is not offered', async () => {
  const { user, currentPath, unmount } = show();
  await user.click(await screen.findByRole('radio', { name: /300/ }));
  expect(currentPath()).toBe('/marca/addCredit/31?valor=300');
  unmount();
  const reopened = show({}, '31?valor=300');
  expect(await screen.findByRole('radio', { name: /300/ })).toBeChecked();
  reopened.unmount();
  show({}, '31?valor=5');
  expect(await screen.findByRole('radio', { name: /35/ })).toBeChecked();
});

test('confirms the amount before paying', async () => {
  const { user, requests } = show();
  await user.click(await screen.findByRole('radio', { name: /60/ }));
  await user.click(await button('Adicionar Créditos'));
  const question = within(await screen.findByRole('dialog', { name: /^Confirmar crédito de R\$\s60,00$/ }));
  expect(question.getByText('Você está adicionando R$ 60,00 de créditos. Você confirma?')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(paymentCount(requests)).toBe(0);
});

test('navigates home when credit is paid and leaves the toast to the live message', async () => {
  const view = show({ [CALL]: { orderId: 9, orderState: 'paid' } });
  await confirm(view);
  await waitFor(() => expect(view.currentPath()).toBe('/marca/'));
  expect(paymentCount(view.requests)).toBe(1);
  expect(openKey()).toBeUndefined();
  expect(view.store.get(toastsAtom)).toEqual([]);
});

test.each([
  ['captured', 'Procesando crédito...', /precisa de um tempo/, 'Entendi'],
  ['pending', 'Procesando crédito...', /precisa de um tempo/, 'Entendi'],
  ['unauthorized', 'Não autorizado', /A transação no cartão foi negada/, 'Fechar'],
  ['canceled', 'Não autorizado', /A transação no cartão foi negada/, 'Fechar'],
  ['error', 'Falha', 'Erro ao completar a transação. Por favor tente novamente.', 'Fechar'],
])('shows an order that is %s as “%s”', async (orderState, title, text, close) => {
  const view = show({ [CALL]: { orderId: 9, orderState } });
  await confirm(view);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(text)).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: close }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // A second tap must not pay again while the payment is processing.
  expect(view.currentPath()).toBe(close === 'Entendi' ? '/marca/' : '/marca/addCredit/31');
});

test.each([
  ['31', 'pending', 'Procesando crédito...'],
  ['31', 'unauthorized', 'Não autorizado'],
  ['pix', 'pending', 'Falha'],
])('shows an order without an id by its state: by %s, %s', async (method, orderState, title) => {
  const view = show({ [CALL]: { orderState } }, method);
  await confirm(view);
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
  expect(pendingOrdersOf('7')).toEqual([]);
});

test('shows no message for an order in an unknown state, and sends its key again until the state is known', async () => {
  const keys: (string | undefined)[] = [];
  const states = ['somewhere', 'elsewhere', 'canceled', 'paid'];
  const view = show({
    [CALL]: (_: URL, times: number) => {
      keys.push(openKey());
      return { orderId: 9, orderState: states[times] };
    },
  });
  const press = async (count: number) => {
    await confirm(view);
    await waitFor(() => expect(paymentCount(view.requests)).toBe(count));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Confirmar/ })).toBeNull());
  };
  await press(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(view.currentPath()).toBe('/marca/addCredit/31');
  await press(2);
  await press(3);
  const refused = within(await screen.findByRole('dialog', { name: 'Não autorizado' }));
  await view.user.click(refused.getByRole('button', { name: 'Fechar' }));
  await press(4);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test.each([
  ['funds', /por falta de limite ou saldo/],
  ['card', /o cartão está bloqueado/],
  ['expired', /o cartão venceu/],
  ['data', /os dados do cartão não conferem/],
  ['fraud', /por segurança/],
  ['issuer', /^A transação no cartão foi negada\. Nada foi cobrado/],
])('says why a card was declined: %s', async (orderRefusal, text) => {
  const view = show({ [CALL]: { orderId: 9, orderState: 'unauthorized', orderRefusal } });
  await confirm(view);
  const dialog = within(await screen.findByRole('dialog', { name: 'Não autorizado' }));
  expect(dialog.getByText(text)).toBeVisible();
});

test.each([
  ['pending', ['9']],
  ['somewhere', ['9']],
  ['paid', []],
  ['unauthorized', []],
])(
  'remembers the order of a top-up that is %s, so that a missed outcome is reported',
  async (orderState, ids) => {
    const view = show({ [CALL]: { orderId: 9, orderState } });
    await confirm(view);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Confirmar/ })).toBeNull());
    expect(pendingOrdersOf('7')).toEqual(ids);
  },
);

test.each([
  ['a refusal', failure(400)],
  ['a failing server', failure(503)],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a malformed response', () => ({ order: 'new' })],
])('shows an error that suggests trying again after %s', async (_, response) => {
  const view = show({ [CALL]: response });
  await confirm(view);
  const dialog = within(await screen.findByRole('dialog', { name: 'Falha' }));
  expect(
    dialog.getByText('Não foi possível completar a solicitação. Por favor tente novamente.'),
  ).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['31', 'TOO_MANY_CARD_FAILURES', 'Muitos pagamentos recusados', /Use o Pix ou tente novamente amanhã/],
  ['31', 'TOO_MANY_CARD_ORDERS', 'Muitos pagamentos', /Use o Pix ou tente novamente amanhã/],
  ['pix', 'TOO_MANY_PIX_ORDERS', 'Muitos códigos Pix', /Use um cartão ou tente novamente amanhã/],
])('shows what to do when a payment by %s is refused with %s', async (method, code, title, text) => {
  const view = show({ [CALL]: failure(429, { code }) }, method);
  await confirm(view);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText(text)).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Fechar' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('retries a lost request with the same key, even on a new page, and removes the key after a response', async () => {
  const keys: unknown[] = [];
  const lost = () => {
    keys.push(openKey());
    throw new TypeError('Failed to fetch');
  };
  const first = show({ [CALL]: lost });
  await confirm(first);
  await screen.findByRole('dialog', { name: 'Falha' });
  first.unmount();

  const respondPaid = () => {
    keys.push(openKey());
    return { orderId: 9, orderState: 'paid' };
  };
  const second = show({ [CALL]: respondPaid });
  await confirm(second);
  await waitFor(() => expect(second.currentPath()).toBe('/marca/'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  expect(openKey()).toBeUndefined();
});

test("sends the confirmed write's key even if another tab has settled it in the meantime", async () => {
  const keys: unknown[] = [];
  const view = show({
    [CALL]: () => {
      keys.push(openKey());
      return { orderId: 9, orderState: 'paid' };
    },
  });
  await screen.findByText(/12,50/);
  await view.user.click(await button('Adicionar Créditos'));
  await button('Confirmar');
  const keyBefore = openKey();
  // The other tab has settled the write and removed its key.
  localStorage.clear();
  await view.user.click(await button('Confirmar'));
  await waitFor(() => expect(view.currentPath()).toBe('/marca/'));
  expect(keyBefore).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keyBefore]);
});

function emitOrder(orderIdempotencyKey: string | undefined, orderState: string) {
  const order = Order.parse({ orderId: 9, orderState, orderAmount: 35, orderIdempotencyKey });
  act(() => void emitLiveEvent({ type: 'order', order }));
}
const emitPaidOrder = (key: string | undefined) => emitOrder(key, 'paid');

test('navigates home on the live message for a payment with a lost response, but not on one for another order', async () => {
  const view = show({ [CALL]: failure(503) });
  await confirm(view);
  await screen.findByRole('dialog', { name: 'Falha' });
  emitPaidOrder('other-key-same-amount');
  emitPaidOrder(undefined);
  expect(screen.getByRole('dialog', { name: 'Falha' })).toBeVisible();
  expect(openKey()).toBeDefined();
  emitPaidOrder(openKey());
  await waitFor(() => expect(view.currentPath()).toBe('/marca/'));
});

test('navigates home on a live message that precedes the response, even if the request then fails', async () => {
  const response = Promise.withResolvers<never>();
  const view = show({ [CALL]: () => response.promise });
  await confirm(view);
  await waitFor(() => expect(openKey()).toBeDefined());
  emitPaidOrder(openKey());
  await waitFor(() => expect(view.currentPath()).toBe('/marca/'));
  response.reject(new TypeError('Failed to fetch'));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('does not navigate when the response arrives after the user has left', async () => {
  const response = Promise.withResolvers<object>();
  const view = show({ [CALL]: () => response.promise });
  await confirm(view);
  await waitFor(() => expect(paymentCount(view.requests)).toBe(1));
  await act(() => view.router.navigate('/marca/addCredit/pix'));
  response.resolve({ orderId: 9, orderState: 'paid' });
  await waitFor(() => expect(openKey()).toBeUndefined());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(view.currentPath()).toBe('/marca/addCredit/pix');
});

/**
 * Confirms a payment and leaves the screen; returns the pending response and a wait for its
 * effects.
 */
async function leaveBeforeResponse(method = '31') {
  const response = Promise.withResolvers<object>();
  const view = show({ [CALL]: () => response.promise }, method);
  await confirm(view);
  await waitFor(() => expect(paymentCount(view.requests)).toBe(1));
  const key = openKey();
  await act(() => view.router.navigate('/marca/'));
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  const toasts = () => view.store.get(toastsAtom);
  return { ...view, response, key, settled, toasts };
}
const LOST = new TypeError('Failed to fetch');

test.each([
  ['unauthorized', 'Não autorizado', /^A transação no cartão foi negada/],
  ['canceled', 'Não autorizado', /^A transação no cartão foi negada/],
  ['error', 'Falha', /^Erro ao completar a transação/],
])('shows a toast for an order that is %s when the user has left', async (orderState, title, text) => {
  const { response, key, toasts } = await leaveBeforeResponse();
  response.resolve({ orderId: 9, orderState });
  const toast = { id: orderToastId(key ?? ''), title, text: expect.stringMatching(text) };
  await waitFor(() => expect(toasts()).toMatchObject([{ ...toast, actions: [{ label: 'Fechar' }] }]));
});

test('shows a toast for a failed card or Pix payment when the user has left', async () => {
  const byCard = await leaveBeforeResponse();
  byCard.response.reject(LOST);
  const cardToast = { title: 'Falha', text: /^Não foi possível completar/ };
  await waitFor(() => expect(byCard.toasts()).toMatchObject([cardToast]));
  byCard.unmount();
  localStorage.clear();
  const byPix = await leaveBeforeResponse('pix');
  byPix.response.resolve({ orderId: 9, orderState: 'error' });
  const pixToast = { title: 'Falha', text: 'Ocorreu um erro ao gerar o código PIX' };
  await waitFor(() => expect(byPix.toasts()).toMatchObject([pixToast]));
});

test.each(['paid', 'canceled'])(
  'shows no second toast when the user has left and the live message reported %s',
  async (orderState) => {
    const { response, key, settled, toasts } = await leaveBeforeResponse();
    emitOrder(key, orderState);
    response.reject(LOST);
    await settled();
    expect(toasts()).toEqual([]);
  },
);

test('shows no toast to a different user who has logged in in the meantime', async () => {
  const { response, store, settled, toasts } = await leaveBeforeResponse();
  act(() => store.set(sessionAtom, { status: 'user', token: 'another' }));
  response.resolve({ orderId: 9, orderState: 'unauthorized' });
  await settled();
  expect(toasts()).toEqual([]);
});

test.each(['captured', 'pending', 'paid', 'somewhere'])(
  'shows no toast for an order that is %s when the user has left',
  async (orderState) => {
    const { response, settled, toasts } = await leaveBeforeResponse();
    response.resolve({ orderId: 9, orderState });
    await settled();
    expect(toasts()).toEqual([]);
  },
);

test('pays once for two taps and keeps the dialog open until the response', async () => {
  const response = Promise.withResolvers<object>();
  const view = show({ [CALL]: () => response.promise });
  await view.user.click(await button('Adicionar Créditos'));
  const confirmButton = await button('Confirmar');
  confirmButton.click();
  confirmButton.click();
  await waitFor(() => expect(paymentCount(view.requests)).toBe(1));
  expect(confirmButton).toHaveAttribute('aria-busy', 'true');
  expect(await button('Cancelar')).toBeDisabled();
  response.resolve({ orderId: 9, orderState: 'paid' });
  await waitFor(() => expect(view.currentPath()).toBe('/marca/'));
  expect(paymentCount(view.requests)).toBe(1);
});

test('opens the Pix code', async () => {
  const view = show({ [CALL]: { orderId: 77, orderState: 'pending' } }, 'pix');
  await confirm(view);
  await waitFor(() => expect(view.currentPath()).toBe('/marca/addPix/77'));
});

test.each([
  ['a failing server', failure(500)],
  ['a refusal', failure(400)],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a malformed response', () => ({ order: 'new' })],
  ['an order in error', () => ({ orderId: 77, orderState: 'error' })],
])('shows that a Pix code failed because of %s, and retries on request', async (_, response) => {
  const view = show(
    { [CALL]: (_: URL, times: number) => (times < 2 ? response() : { orderId: 78, orderState: 'pending' }) },
    'pix',
  );
  await confirm(view);
  const dialog = within(await screen.findByRole('dialog', { name: 'Falha' }));
  expect(dialog.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Fechar' })).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(paymentCount(view.requests)).toBe(2));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Fechar' })).toBeEnabled());
  expect(screen.getByText('Ocorreu um erro ao gerar o código PIX')).toBeVisible();
  await view.user.click(dialog.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(view.currentPath()).toBe('/marca/addPix/78'));
});

test('sends the same idempotency key when the user retries a Pix code after a lost response', async () => {
  const keys: unknown[] = [];
  const key = () => localStorage.getItem('attempt:topUp:7:pix:3500')?.split(' ')[0];
  const view = show(
    {
      [CALL]: (_: URL, times: number) => {
        keys.push(key());
        if (times === 0) throw new TypeError('Failed to fetch');
        return { orderId: 78, orderState: 'pending' };
      },
    },
    'pix',
  );
  await confirm(view);
  await view.user.click(await button('Tentar novamente'));
  await waitFor(() => expect(view.currentPath()).toBe('/marca/addPix/78'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test.each([77, undefined])(
  'sends a new idempotency key when the user retries Pix order %s, which ended in error',
  async (orderId) => {
    const keys: unknown[] = [];
    const view = show(
      {
        [CALL]: (_: URL, times: number) => {
          keys.push(localStorage.getItem('attempt:topUp:7:pix:3500')?.split(' ')[0]);
          return times === 0 ? { orderId, orderState: 'error' } : { orderId: 78, orderState: 'pending' };
        },
      },
      'pix',
    );
    await confirm(view);
    await view.user.click(await button('Tentar novamente'));
    await waitFor(() => expect(view.currentPath()).toBe('/marca/addPix/78'));
    expect(new Set(keys).size).toBe(2);
  },
);

test('pays nothing without a CPF and links to the profile', async () => {
  const { user, requests } = show({ 'GET /userprofile': { ...ana, cpf: null } }, 'pix');
  await screen.findByText(/12,50/);
  await user.click(await button('Adicionar Créditos'));
  expect(await screen.findByRole('dialog', { name: 'CPF necessário' })).toBeVisible();
  expect(paymentCount(requests)).toBe(0);
});

test('pays nothing without a CPF if the profile arrives after the confirmation', async () => {
  const profile = Promise.withResolvers<Response>();
  const view = show({ 'GET /userprofile': () => profile.promise });
  await confirm(view);
  await act(async () => profile.resolve(Response.json({ ...ana, cpf: null })));
  expect(await screen.findByRole('dialog', { name: 'CPF necessário' })).toBeVisible();
  expect(paymentCount(view.requests)).toBe(0);
});

test('links to the profile when the server requires a CPF', async () => {
  const view = show({ [CALL]: failure(400, { code: 'CPF_REQUIRED', message: 'no CPF' }) });
  await confirm(view);
  expect(await screen.findByRole('dialog', { name: 'CPF necessário' })).toBeVisible();
});

test('navigates back to the payment methods, or home on close', async () => {
  const { user, currentPath, unmount } = show();
  await button('Adicionar Créditos');
  await user.click(await button('Voltar'));
  await waitFor(() => expect(currentPath()).toBe('/marca/paymentMethods'));
  unmount();
  const reopened = show();
  await button('Adicionar Créditos');
  await reopened.user.click(await button('Fechar'));
  await waitFor(() => expect(reopened.currentPath()).toBe('/marca/'));
});

test('reports a deleted card, reloads cards that failed to load and redirects a URL without a method', async () => {
  const deleted = show({}, '99');
  expect(await screen.findByText('Este cartão não está mais salvo.')).toBeVisible();
  deleted.unmount();
  const failing = show({
    'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? failure(500)() : [visa]),
  });
  await failing.user.click(await button('Tentar novamente'));
  expect(await screen.findByText('Visa 1111')).toBeVisible();
  failing.unmount();
  const { currentPath } = show({}, '');
  await waitFor(() => expect(currentPath()).toBe('/marca/paymentMethods'));
});

test('says that a card is gone when the server refuses it because it was deleted elsewhere', async () => {
  const view = show({
    'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? [visa] : []),
    [CALL]: failure(404, { code: 'PAYMENT_METHOD_NOT_FOUND' }),
  });
  await confirm(view);
  expect(await screen.findByText('Este cartão não está mais salvo.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the card and offers a retry in a toast when refetching the payment methods fails', async () => {
  const view = show({
    'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? [visa] : failure(500)()),
  });
  expect(await screen.findByText('Visa 1111')).toBeVisible();
  await act(() => view.queryClient.refetchQueries({ queryKey: queries.paymentMethods().queryKey }));
  const text = 'Falha no servidor. Por favor tente novamente.';
  await waitFor(() => expect(view.store.get(toastsAtom)).toMatchObject([{ title: 'Falha', text }]));
  expect(screen.getByText('Visa 1111')).toBeVisible();
});

test('omits a balance that the user has hidden', async () => {
  const { store } = show();
  expect(await screen.findByText('Saldo atual')).toBeVisible();
  act(() => store.set(balanceHiddenAtom, true));
  expect(screen.queryByText(/^Saldo/)).toBeNull();
  expect(screen.queryByText(/12,50/)).toBeNull();
});

test('logs the error when the balance fails to load, and stays usable', async () => {
  const log = rs.spyOn(console, 'error').mockImplementation(() => undefined);
  show({ 'GET /wallet/Balance': failure(500) });
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(await button('Adicionar Créditos')).toBeEnabled();
  expect(screen.queryByText('Saldo atual')).toBeNull();
  log.mockRestore();
});
