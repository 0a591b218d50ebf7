import { beforeEach, expect, test } from '@rstest/core';
import { Brand, Order } from '@shared/contract';
import { brandAtom, toastsAtom } from '@shared/state';
import { deliverLiveEvent, failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const PLAN = 'GET /wallet/Payback';
const POST = 'POST /wallet/Payback';
const visa = { item_type: 'credit_card', description: 'visa 4242' };
const pix = { item_type: 'pix', description: 'Pix' };
const parts = [
  { orderId: 8, amount: 60, ...pix },
  { orderId: 7, amount: 30.5, ...visa },
];
const plan = { parts, kept: [], paybacks: [] };
const nothing = { parts: [], kept: [], paybacks: [] };

beforeEach(() => localStorage.clear());

const show = (responses: MockResponses, at = 'paymentMethods/payback') =>
  renderScreen(remote, {
    at: `/marca/${at}`,
    cameFrom: '/marca/',
    loggedIn: true,
    responses: { 'GET /UserPaymentMethods': [], 'GET /userprofile': { id: 7 }, ...responses },
  });
const give = () => screen.findByRole('button', { name: /^Devolver R\$\s90,50$/ });
async function confirm(user: ReturnType<typeof show>['user']) {
  await user.click(await give());
  const dialog = await screen.findByRole('dialog', { name: /^Devolver R\$\s90,50\?$/ });
  await user.click(within(dialog).getByRole('button', { name: 'Devolver saldo' }));
}

test('says beforehand what goes where, and when', async () => {
  show({ [PLAN]: plan });
  const rows = within(await screen.findByRole('list', { name: 'Para onde vai' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Pix.*em minutos.*R\$\s60,00/);
  expect(rows[1]).toHaveTextContent(/Visa 4242.*fatura.*R\$\s30,50/);
  expect(await give()).toBeVisible();
  expect(screen.queryByText('Não pode voltar pelo app')).toBeNull();
});

test('says what cannot go back and why, with the contacts of support', async () => {
  const kept = [
    { amount: 12, reason: 'tooOld' },
    { amount: 5, reason: 'a reason of a newer server' },
  ];
  const { store } = show({ [PLAN]: { ...nothing, kept } });
  const rows = within(await screen.findByRole('list', { name: 'Não pode voltar pelo app' })).getAllByRole(
    'listitem',
  );
  expect(rows[0]).toHaveTextContent(/R\$\s12,00.*há mais tempo/);
  expect(rows[1]).toHaveTextContent(/R\$\s5,00.*Não é possível devolver este valor pelo app\./);
  expect(screen.queryByRole('link', { name: 'Ajuda por e-mail' })).toBeNull();
  act(() =>
    store.set(brandAtom, (brand) => ({
      ...brand,
      record: Brand.parse({ appId: '1', appEmailSupportAddress: 'ajuda@marca.example' }),
    })),
  );
  expect(await screen.findByRole('link', { name: 'Ajuda por e-mail' })).toHaveAttribute(
    'href',
    'mailto:ajuda@marca.example',
  );
  expect(screen.queryByRole('button', { name: /^Devolver/ })).toBeNull();
});

test('needs no support for the credit that a running charge reserves', async () => {
  show({ [PLAN]: { ...nothing, kept: [{ amount: 25, reason: 'charging' }] } });
  expect(await screen.findByText(/reservado para a recarga em andamento/)).toBeVisible();
  expect(screen.queryByText(/Fale com a gente/)).toBeNull();
});

test('gives nothing back before the confirmation', async () => {
  const { user, requests } = show({ [PLAN]: plan, [POST]: { amount: 90.5 } });
  await user.click(await give());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/sai da sua carteira agora/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(requests).not.toContain(POST);
});

test('gives exactly the shown parts back, says so once, and shows that they are on their way', async () => {
  const onItsWay = [{ paybackId: 1, amount: 90.5, state: 'pending', ...pix }];
  const { user, store, bodiesOf } = show({
    [PLAN]: (_: URL, times: number) => (times === 0 ? plan : { ...nothing, paybacks: onItsWay }),
    [POST]: { amount: 90.5 },
  });
  await confirm(user);
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Suas devoluções' })).toHaveTextContent('A caminho'),
  );
  expect(bodiesOf(POST)).toEqual([
    {
      parts: [
        { orderId: '8', amount: 60 },
        { orderId: '7', amount: 30.5 },
      ],
    },
  ]);
  expect(store.get(toastsAtom)).toMatchObject([{ kind: 'success', title: 'Devolução pedida' }]);
  expect(screen.queryByRole('button', { name: /^Devolver/ })).toBeNull();
});

test('sends one request for a double tap', async () => {
  const { user, bodiesOf } = show({ [PLAN]: plan, [POST]: { amount: 90.5 } });
  await user.click(await give());
  const button = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Devolver saldo' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(POST)).toHaveLength(1);
});

test('after a lost response, a retry carries the same key', async () => {
  const keys: (string | undefined)[] = [];
  const { user } = show({
    [PLAN]: plan,
    [POST]: () => {
      keys.push(localStorage.getItem('attempt:payback:7:8=60,7=30.5')?.split(' ')[0]);
      return keys.length === 1 ? Promise.reject(new TypeError('Failed to fetch')) : { amount: 90.5 };
    },
  });
  await confirm(user);
  const failed = within(await screen.findByRole('dialog', { name: 'Falha' }));
  expect(failed.getByText(/nada é devolvido duas vezes/)).toBeVisible();
  for (const close of failed.getAllByRole('button', { name: 'Fechar' }).slice(-1)) await user.click(close);
  await confirm(user);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('shows the new amounts if the balance has changed since', async () => {
  const changed = { ...plan, parts: [{ ...parts[0], amount: 40 }] };
  const { user } = show({
    [PLAN]: (_: URL, times: number) => (times === 0 ? plan : changed),
    [POST]: failure(409, { error: { code: 'PLAN_CHANGED' } }),
  });
  await confirm(user);
  expect(await screen.findByText(/Seu saldo mudou/)).toBeVisible();
  expect(
    await screen.findByRole('button', { name: /^Devolver R\$\s40,00$/, hidden: true }),
  ).toBeInTheDocument();
});

test('says that nothing was given back after too many paybacks, and when to try again', async () => {
  const { user } = show({
    [PLAN]: plan,
    [POST]: failure(429, { error: { code: 'TOO_MANY_TRIES' } }),
  });
  await confirm(user);
  expect(
    await screen.findByText(/Nada saiu da sua carteira: tente novamente mais tarde ou amanhã/),
  ).toBeVisible();
});

test('claims nothing about a lost request when its repeat is refused by a limit', async () => {
  const { user } = show({
    [PLAN]: plan,
    [POST]: (_: URL, times: number) =>
      times === 0 ? failure(502)() : failure(429, { code: 'TOO_MANY_TRIES' })(),
  });
  await confirm(user);
  for (const close of (await screen.findAllByRole('button', { name: 'Fechar' })).slice(-1))
    await user.click(close);
  await confirm(user);
  expect(await screen.findByText(/Não recebemos a confirmação/)).toBeVisible();
});

test('claims no earlier paybacks when a proxy refuses the request', async () => {
  const { user } = show({ [PLAN]: plan, [POST]: failure(429) });
  await confirm(user);
  expect(await screen.findByText(/Não recebemos a confirmação/)).toBeVisible();
});

test('follows the progress live', async () => {
  const row = { paybackId: 1, amount: 60, ...pix };
  const states = ['pending', 'done', 'rejected'];
  const { queryClient } = show({
    [PLAN]: (_: URL, times: number) => ({ ...nothing, paybacks: [{ ...row, state: states[times] }] }),
  });
  const list = await screen.findByRole('list', { name: 'Suas devoluções' });
  const event = { type: 'order', order: Order.parse({ orderId: 'payback-1', orderOtId: 2 }) } as const;
  for (const words of [/A caminho/, /Concluída/, /Recusada/]) {
    await waitFor(() => expect(list).toHaveTextContent(words));
    act(() => deliverLiveEvent(event, queryClient));
  }
});

test('says that there is nothing to give back', async () => {
  show({ [PLAN]: nothing });
  expect(await screen.findByText('Não há saldo para devolver')).toBeVisible();
});

test('shows a failure and retries', async () => {
  const { user } = show({ [PLAN]: (_: URL, times: number) => (times === 0 ? failure(500)() : plan) });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await give()).toBeVisible();
});

test('the wallet links to it with the amount that can go back', async () => {
  show({ [PLAN]: plan }, 'paymentMethods');
  const link = await screen.findByRole('link', { name: /^Devolver saldo/ });
  expect(link).toHaveAttribute('href', '/marca/paymentMethods/payback');
  expect(link).toHaveTextContent(/R\$\s90,50 podem voltar/);
});

test.each([
  ['has no such call', failure(404)],
  ['has no such method', failure(405)],
  ['has nothing to show', nothing],
])('the wallet shows nothing of it if the backend %s', async (_, response) => {
  const { requests } = show({ [PLAN]: response }, 'paymentMethods');
  await waitFor(() => expect(requests).toContain(PLAN));
  await screen.findByRole('link', { name: /^Pix/ });
  expect(screen.queryByRole('link', { name: /^Devolver saldo/ })).toBeNull();
});
