import { expect, test } from '@rstest/core';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { screen, within } from '@testing-library/react';
import remote from '../remote.ts';

const visa = { id: 31, item_type: 'credit_card', description: 'visa 1111', is_default: true };
const master = { id: 32, item_type: 'credit_card', description: 'Mastercard 4444', is_default: false };
const ana = { id: 7, name: 'Ana Souza', email: 'ana@a.example', cpf: '52998224725' };

const show = (responses: MockResponses = {}) =>
  renderScreen(remote, {
    at: '/marca/paymentMethods',
    cameFrom: '/marca/',
    loggedIn: true,
    responses: { 'GET /UserPaymentMethods': [visa, master], 'GET /userprofile': ana, ...responses },
  });
const link = (name: string | RegExp) => screen.findByRole('link', { name });

test('links to each saved card, a new card and Pix', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Adicionar crédito' })).toBeVisible();
  const main = await link(/^Visa 1111/);
  expect(main).toHaveTextContent('Crédito · Principal');
  expect(main).toHaveAttribute('href', '/marca/addCredit/31');
  expect(await link(/^Mastercard 4444/)).not.toHaveTextContent('Principal');
  expect(await link('Editar Visa 1111')).toHaveAttribute('href', '/marca/addCreditCard/31');
  expect(await link(/^Cartão de crédito/)).toHaveAttribute('href', '/marca/addCreditCard');
  expect(await link(/^Pix/)).toHaveAttribute('href', '/marca/addCredit/pix');
});

test('offers Pix before the cards are known, and moves nothing when they come', async () => {
  const cards = Promise.withResolvers<unknown>();
  show({ 'GET /UserPaymentMethods': () => cards.promise });
  const pix = await link(/^Pix/);
  const rowsUntilPix = () => screen.getAllByRole('link').indexOf(pix);
  const before = rowsUntilPix();
  cards.resolve([visa]);
  expect(await link(/^Visa 1111/)).toBeVisible();
  expect(rowsUntilPix()).toBe(before);
});

test('does not list a saved Pix method as a card', async () => {
  show({ 'GET /UserPaymentMethods': [{ id: 'pix', item_type: 'pix', description: 'Pix' }] });
  await link(/^Pix/);
  expect(screen.queryByText('Cartões salvos')).toBeNull();
});

test('opens the top-up for a user with a CPF', async () => {
  const { user, currentPath } = show();
  await user.click(await link(/^Visa 1111/));
  expect(currentPath()).toBe('/marca/addCredit/31');
});

test.each([/^Visa 1111/, /^Pix/])('links to the profile when %s is chosen without a CPF', async (name) => {
  const { user, currentPath } = show({ 'GET /userprofile': { ...ana, cpf: null } });
  await link(/^Visa 1111/);
  await user.click(await link(name));
  const question = within(await screen.findByRole('dialog', { name: 'CPF necessário' }));
  await user.click(question.getByRole('button', { name: 'Cancelar' }));
  expect(currentPath()).toBe('/marca/paymentMethods');
  await user.click(await link(name));
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Ir para o perfil' }));
  expect(currentPath()).toBe('/marca/userProfile?required=cpf');
});

test('allows editing a card without a CPF', async () => {
  const { user, currentPath } = show({ 'GET /userprofile': { ...ana, cpf: null } });
  await user.click(await link('Editar Visa 1111'));
  expect(currentPath()).toBe('/marca/addCreditCard/31');
});

test.each([
  [failure(500), 'Falha no servidor. Por favor tente novamente.'],
  [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
  [() => ({ cards: 'none' }), 'Falha no servidor. Por favor tente novamente.'],
])(
  'shows why cards failed to load, retries them on request and keeps Pix available meanwhile',
  async (response, message) => {
    const { user } = show({
      'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? response() : [visa]),
    });
    expect(await screen.findByText(message)).toBeVisible();
    expect(await link(/^Pix/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await link(/^Visa 1111/)).toBeVisible();
  },
);
