import { expect, test } from '@rstest/core';
import { toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const active = [
  { udcId: 1, dcCode: 'BEMVINDO10', dcType: 'DiscountCoupon', dcParameter: 10, available: true },
  { udcId: 2, dcCode: 'RECARGA5', dcType: 'ValueOfVoucher', dcParameter: 5, available: true },
];
const inactive = [{ udcId: 3, dcCode: 'VERAO15', dcType: 'DiscountCoupon', dcParameter: 15 }];
const lists = (url: URL) => ({
  items: url.searchParams.get('status') === 'active' ? active : inactive,
});
const show = (responses: MockResponses = {}) =>
  renderScreen(remote, {
    at: '/marca/coupons',
    cameFrom: '/marca/userProfile',
    loggedIn: true,
    responses: { 'GET /UserDiscountCoupon': lists, ...responses },
  });
const rows = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);
const field = () => screen.findByRole('textbox', { name: 'Código do cupom' });
const add = () => screen.getByRole('button', { name: 'Adicionar' });

test('lists active and inactive coupons, as percentage or amount depending on their type', async () => {
  const { user } = show();
  expect(await rows()).toEqual(['BEMVINDO1010% de desconto', 'RECARGA5R$\u00a05,00 de desconto']);
  await user.click(screen.getByRole('tab', { name: 'Indisponíveis' }));
  await waitFor(async () => expect(await rows()).toEqual(['VERAO1515% de desconto']));
});

test('shows no discount for a coupon without a known type or value', async () => {
  const items = [
    { udcId: 1, dcCode: 'SEMVALOR', dcType: 'DiscountCoupon' },
    { udcId: 2, dcCode: 'SEMTIPO', dcParameter: 5 },
  ];
  show({ 'GET /UserDiscountCoupon': { items } });
  expect(await rows()).toEqual(['SEMVALOR', 'SEMTIPO']);
});

test('switches lists with the arrow keys', async () => {
  const { user } = show();
  await rows();
  await user.click(screen.getByRole('tab', { name: 'Ativos' }));
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Indisponíveis' })).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Indisponíveis' })).toHaveAttribute('aria-selected', 'true');
});

test('shows an empty state in each list', async () => {
  const { user } = show({ 'GET /UserDiscountCoupon': { items: [] } });
  expect(await screen.findByText('Nenhum Cupom Disponível')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Indisponíveis' }));
  expect(await screen.findByText('Nenhum Cupom Inativo')).toBeVisible();
});

test('adds a non-empty code and refetches the list', async () => {
  const { user, requests } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/BONUS8': {} });
  await rows();
  await user.type(await field(), '   ');
  expect(add()).toBeDisabled();
  await user.type(await field(), 'BONUS8 {Enter}');
  await waitFor(async () => expect(await field()).toHaveValue(''));
  await waitFor(() =>
    expect(requests.filter((call) => call.startsWith('GET /UserDiscountCoupon?'))).toHaveLength(2),
  );
});

test('sends one request when the button is tapped twice', async () => {
  const { user, requests } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/BONUS8': {} });
  await user.type(await field(), 'BONUS8');
  act(() => {
    add().click();
    add().click();
  });
  await waitFor(async () => expect(await field()).toHaveValue(''));
  expect(requests.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

test.each([
  [failure(404, { code: 'DISCOUNT_COUPON_NOTFOUND' }), 'Código inválido.'],
  [failure(400, { error: { message: 'DISCOUNT_COUPON_APPID_INVALID' } }), 'Código inválido.'],
  [failure(400, { code: 'ERR_USERDISCOUNTCOUPON_INVALID' }), 'Código inválido.'],
  [() => new Response('DISCOUNTCOUPON_INVALID', { status: 400 }), 'Cupom inválido'],
  [failure(400, { code: 'COUPON_EXPIRED' }), 'Falha no servidor. Por favor tente novamente.'],
])('explains why a code was rejected and keeps it in the field', async (response, title) => {
  const { user } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/NADA': response });
  await user.type(await field(), 'NADA');
  await user.click(add());
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText('Verifique se digitou corretamente o código do cupom.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'OK, entendi' }));
  expect(await field()).toHaveValue('NADA');
});

test.each([
  [failure(500), 'Falha no servidor. Por favor tente novamente.'],
  [() => Promise.reject(new TypeError('cut off')), 'Sua conexão está instável. Por favor, tente mais tarde.'],
])('shows a failure that decides nothing about a code, and keeps the code', async (response, text) => {
  const { user } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/NADA': response });
  await user.type(await field(), 'NADA{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK, entendi' }));
  expect(await field()).toHaveValue('NADA');
});

test('takes the toast of an added coupon away when the next code is sent', async () => {
  const { user, store } = show({
    'POST /UserDiscountCoupon/AddDiscountCoupon/BONUS8': {},
    'POST /UserDiscountCoupon/AddDiscountCoupon/NADA': failure(404, { code: 'COUPON_NOT_FOUND' }),
  });
  await user.type(await field(), 'BONUS8{Enter}');
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ title: 'Cupom adicionado.' }]));
  await user.type(await field(), 'NADA{Enter}');
  await screen.findByRole('dialog');
  expect(store.get(toastsAtom)).toEqual([]);
});

test('shows when to try again after too many wrong codes', async () => {
  const tooMany = failure(429, { code: 'TOO_MANY_COUPON_FAILURES' });
  const { user } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/NADA': tooMany });
  await user.type(await field(), 'NADA');
  await user.click(add());
  const dialog = within(await screen.findByRole('dialog', { name: 'Muitos códigos inválidos' }));
  const text = 'Foram muitos códigos inválidos nas últimas 24 horas. Tente novamente amanhã.';
  expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.getByText('O cupom não foi adicionado.')).toBeVisible();
});

test('says nothing about a code that was not checked, because of too many requests in a minute', async () => {
  const refused = failure(429, { code: 'TOO_MANY_TRIES' });
  const { user } = show({ 'POST /UserDiscountCoupon/AddDiscountCoupon/NADA': refused });
  await user.type(await field(), 'NADA{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('O cupom não foi adicionado.')).toBeVisible();
  expect(dialog.queryByText(/Verifique/)).toBeNull();
});

test('lists a coupon that was added although the response was lost', async () => {
  let items = active.slice(0, 1);
  const { user } = show({
    'GET /UserDiscountCoupon': () => ({ items }),
    'POST /UserDiscountCoupon/AddDiscountCoupon/RECARGA5': () => {
      items = active;
      return Promise.reject(new TypeError('cut off'));
    },
  });
  expect(await rows()).toHaveLength(1);
  await user.type(await field(), 'RECARGA5{Enter}');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('O cupom não foi adicionado.')).toBeNull();
  expect(dialog.getByText(/^O cupom pode já estar na sua lista/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'OK, entendi' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
});

test('does not deny a coupon whose response was lost when its repeat is not checked', async () => {
  const { user } = show({
    'POST /UserDiscountCoupon/AddDiscountCoupon/RECARGA5': (_: URL, times: number) =>
      failure(times === 0 ? 502 : 429)(),
  });
  await user.type(await field(), 'RECARGA5{Enter}');
  await user.click(await screen.findByRole('button', { name: 'OK, entendi' }));
  await user.type(await field(), '{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: /tentativas/ }));
  expect(dialog.getByText(/^O cupom pode já estar na sua lista/)).toBeVisible();
});

test('retries a list that failed to load', async () => {
  const { user } = show({
    'GET /UserDiscountCoupon': (url: URL, times: number) => (times === 0 ? failure(500)() : lists(url)),
  });
  await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
  expect(await rows()).toHaveLength(2);
});
