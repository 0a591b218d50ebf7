import { afterEach, expect, rs, test } from '@rstest/core';
import { toastsAtom } from '@shared/state';
import { failure } from '@shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import {
  field,
  fill,
  fillAndSave,
  frames,
  installFakeFrame,
  list,
  noContent,
  provider,
  recordBodies,
  save,
  show,
  visa,
} from './card-form.testing.ts';

installFakeFrame();
afterEach(() => {
  rs.useRealTimers();
});

test('sends the card to the provider and only its token to our server', async () => {
  const view = show();
  const bodies = recordBodies();
  await fill(view);
  expect(await field('CPF/CNPJ')).toHaveValue('529.982.247-25');
  expect(await field('Número do cartão')).toHaveValue('4111 1111 1111 1111');
  expect(await field('Validade')).toHaveValue('07/31');
  await view.user.click(screen.getByRole('switch', { name: 'Tornar cartão principal' }));
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
  await waitFor(() => expect(view.currentPath()).toBe(list));
  const number = '4111111111111111';
  const names = { firstName: 'Ana', lastName: 'de Souza' };
  expect(provider.given).toEqual([
    ['account', { accountId: 'acc', testMode: true }],
    ['card', { number, month: '07', year: '2031', ...names, cvv: '123' }],
  ]);
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    { description: 'visa 1111', token: 'tok-1', set_as_default: true, cpf_cnpj: '52998224725' },
  ]);
  expect(view.toasts()).toEqual(['Cartão salvo com sucesso']);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('1111');
});

test('makes the first card the main one', async () => {
  const view = show({ 'GET /UserPaymentMethods': [] });
  const bodies = recordBodies();
  await fill(view);
  expect(screen.getByRole('switch')).toBeChecked();
  expect(screen.getByRole('switch')).toBeDisabled();
  await waitFor(() => expect(save()).toBeEnabled());
  await view.user.click(save());
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ set_as_default: true });
});

test.each(['Nome', 'Sobrenome', 'Número do cartão', 'Validade', 'CVV'])('%s is required', async (name) => {
  const { user } = show();
  const input = await field(name);
  await user.click(input);
  await user.tab();
  await waitFor(() => expect(input).toHaveAccessibleDescription('Campo Obrigatório'));
  expect(save()).toBeDisabled();
});

test.each([
  ['CPF/CNPJ', '11111111111'],
  ['CPF/CNPJ', '11222333000180'],
  ['Número do cartão', '4111111111111112'],
  ['Validade', '1331'],
  ['Validade', '0120'],
  ['CVV', '12'],
])('rejects %s: %s', async (name, text) => {
  const { user } = show();
  const input = await field(name);
  await user.type(input, text);
  await user.tab();
  await waitFor(() => expect(input).toHaveAccessibleDescription('Campo Inválido'));
  expect(save()).toBeDisabled();
});

test.each(['3714 496353 98431', '34'])('refuses an American Express card by name: %s', async (number) => {
  const { user } = show();
  const input = await field('Número do cartão');
  await user.type(input, number);
  await user.tab();
  const message = 'Cartões American Express não são aceitos.';
  await waitFor(() => expect(input).toHaveAccessibleDescription(message));
  expect(save()).toBeDisabled();
});

test('accepts a pasted tax number that is longer than its mask', async () => {
  const { user } = show();
  const input = await field('CPF/CNPJ');
  await user.click(input);
  await user.paste('CNPJ: 11 . 222 . 333 / 0001 - 81 ');
  expect(input).toHaveValue('11.222.333/0001-81');
});

test('sets the autocomplete attribute of each card field', async () => {
  show();
  const hints = { Nome: 'cc-given-name', Sobrenome: 'cc-family-name', 'Número do cartão': 'cc-number' };
  for (const [name, hint] of Object.entries({ ...hints, Validade: 'cc-exp', CVV: 'cc-csc' }))
    expect(await field(name)).toHaveAttribute('autocomplete', hint);
});

test.each([
  [{ errors: { number: ['não é válido'] } }, { code: 'number', message: 'não é válido' }],
  [{ errors: { number: 'is_invalid' } }, { code: 'number', message: 'is_invalid' }],
  [{ errors: 'Não foi possível gerar o token' }, { code: '', message: 'Não foi possível gerar o token' }],
  [{ errors: ['um', 'outro'] }, { code: '', message: 'um, outro' }],
  [{ errors: 'card 4111 1111 1111 1111 cvv 123' }, { code: '', message: 'card … cvv …' }],
  ['nonsense', { code: '', message: 'unreadable response' }],
])(
  'shows an error for the provider response %j and reports only its code and message',
  async (response, reported) => {
    provider.response = response;
    const view = show();
    const bodies = recordBodies();
    await fillAndSave(view);
    expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(JSON.parse(bodies[0] ?? '')).toEqual(reported);
    expect(view.requests).not.toContain('POST /UserPaymentMethods');
    expect(await field('Número do cartão')).toHaveValue('4111 1111 1111 1111');
  },
);

test('times out when the provider does not respond and ignores a late response', async () => {
  provider.silent = true;
  const view = show();
  await fill(view);
  await waitFor(() => expect(save()).toBeEnabled());
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => rs.advanceTimersByTimeAsync(ms));
  act(() => save().click());
  await pass(29_000);
  expect(save()).toHaveAttribute('aria-busy', 'true');
  await pass(2000);
  rs.useRealTimers();
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  expect(view.requests).toContain('POST /payment/IuguPaymentTokenResponse');
  provider.respond();
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByText('Erro ao cadastrar o cartão.')).toBeVisible();
  expect(save()).not.toHaveAttribute('aria-busy');
  expect(view.requests).not.toContain('POST /UserPaymentMethods');
  expect(view.toasts()).toEqual([]);
  expect(view.currentPath()).toBe('/marca/addCreditCard');
  expect(await field('CVV')).toHaveValue('123');
});

test("shows a script that failed to load, keeps the form's values and retries the script", async () => {
  provider.loads = false;
  const view = show();
  expect(await screen.findByText(/Não foi possível abrir o serviço de pagamento/)).toBeVisible();
  await fill(view);
  expect(save()).toBeDisabled();
  provider.loads = true;
  await view.user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await waitFor(() => expect(save()).toBeEnabled());
  expect(await field('CVV')).toHaveValue('123');
  await view.user.click(save());
  await waitFor(() => expect(view.currentPath()).toBe(list));
});

test('shows that the script is loading and validates the form on Enter', async () => {
  provider.slow = true;
  const view = show();
  await fill(view, { CVV: '12' });
  expect(await screen.findByText('Abrindo o serviço de pagamento…')).toHaveRole('status');
  expect(save()).toBeDisabled();
  await view.user.type(await field('CVV'), '{Enter}');
  await waitFor(async () => expect(await field('CVV')).toHaveAccessibleDescription('Campo Inválido'));
  await view.user.type(await field('CVV'), '3{Enter}');
  expect(provider.given.filter(([what]) => what === 'card')).toEqual([]);
  provider.finishLoading();
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.getByRole('status')).toHaveTextContent('Insira os dados do cartão de crédito');
  await view.user.click(save());
  await waitFor(() => expect(view.currentPath()).toBe(list));
});

test('shows no loading message for a script that loads quickly', async () => {
  show();
  await screen.findByRole('status');
  await act(() => new Promise((resolve) => setTimeout(resolve, 1100)));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Insira os dados do cartão de crédito'),
  );
});

test('shows that cards cannot be saved when no provider is configured', async () => {
  show({}, { scriptUrl: '' });
  expect(await screen.findByText(/No momento não é possível cadastrar cartões/)).toBeVisible();
  expect(provider.scripts).toEqual([]);
  expect(frames()).toEqual([]);
});

test('sends the same token again after a lost response', async () => {
  const view = show({
    'POST /UserPaymentMethods': (_: URL, times: number) =>
      times === 0 ? Promise.reject(new TypeError('Failed to fetch')) : noContent(),
  });
  const bodies = recordBodies();
  await fillAndSave(view);
  expect(await screen.findByText('Sua conexão está instável. Por favor, tente mais tarde.')).toBeVisible();
  await view.user.click(save());
  await waitFor(() => expect(view.currentPath()).toBe(list));
  expect(bodies[1]).toBe(bodies[0]);
  expect(provider.given.filter(([what]) => what === 'card')).toHaveLength(1);
});

test('requests a new token after our server refused one', async () => {
  const view = show({
    'POST /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? failure(400)() : noContent()),
  });
  await fillAndSave(view);
  expect(await screen.findByText('Erro ao cadastrar o cartão.')).toBeVisible();
  await view.user.click(save());
  await waitFor(() => expect(view.currentPath()).toBe(list));
  expect(provider.given.filter(([what]) => what === 'card')).toHaveLength(2);
});

test('shows when to try again after too many new cards', async () => {
  const view = show({ 'POST /UserPaymentMethods': failure(429, { code: 'TOO_MANY_NEW_CARDS' }) });
  await fillAndSave(view);
  const text =
    'Você tentou cadastrar muitos cartões nas últimas 24 horas. Use o Pix ou tente novamente amanhã.';
  expect(await screen.findByText(text)).toBeVisible();
});

test('shows a toast when the card is refused after the user has left', async () => {
  const response = Promise.withResolvers<Response>();
  const view = show({ 'POST /UserPaymentMethods': () => response.promise });
  await fillAndSave(view);
  await waitFor(() => expect(view.requests).toContain('POST /UserPaymentMethods'));
  await view.user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salvar Cartão' })).toBeNull());
  response.resolve(failure(422)());
  const toast = { title: 'Falha ao salvar', text: 'Erro ao cadastrar o cartão.' };
  await waitFor(() => expect(view.store.get(toastsAtom)).toMatchObject([toast]));
});

/** Saves a card, whose list then waits for the returned `respond`. */
async function saveBeforeList() {
  const reload = Promise.withResolvers<unknown>();
  const view = show({
    'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? [visa] : reload.promise),
  });
  await fillAndSave(view);
  await waitFor(() => expect(view.toasts()).toEqual(['Cartão salvo com sucesso']));
  return { ...view, respond: () => reload.resolve([visa, { ...visa, id: 32, description: 'visa 1111' }]) };
}
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

test('updates the list of cards that the user has opened before the response', async () => {
  const response = Promise.withResolvers<unknown>();
  let cards = [visa];
  const view = show({
    'GET /UserPaymentMethods': () => cards,
    'POST /UserPaymentMethods': () => response.promise,
  });
  await fillAndSave(view);
  await waitFor(() => expect(view.requests).toContain('POST /UserPaymentMethods'));
  await view.user.click(screen.getByRole('button', { name: 'Voltar' }));
  await screen.findByRole('link', { name: /^Visa 4242/ });
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  cards = [visa, { ...visa, id: 32, description: 'visa 1111' }];
  response.resolve(noContent());
  expect(await screen.findByRole('link', { name: /^Visa 1111/ })).toBeVisible();
});

test('opens the list of cards when it has the new one, above the other methods', async () => {
  const { currentPath, respond } = await saveBeforeList();
  expect(currentPath()).toBe('/marca/addCreditCard');
  expect(save()).toHaveAttribute('aria-busy', 'true');
  respond();
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(await screen.findByRole('link', { name: /^Visa 1111/ })).toBeVisible();
  expect(hrefs().at(-1)).toBe('/marca/addCredit/pix');
});

test('moves no row when the user opens the list before it has the new card', async () => {
  const { user, respond } = await saveBeforeList();
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await screen.findByRole('link', { name: /^Pix/ });
  const before = hrefs();
  expect(before).toEqual(['/marca/addCreditCard', '/marca/addCredit/pix']);
  respond();
  expect(await screen.findByRole('link', { name: /^Visa 1111/ })).toBeVisible();
  expect(hrefs().slice(0, before.length)).toEqual(before);
});

test('opens the list after a while although it does not load', async () => {
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { currentPath } = await saveBeforeList();
  await act(() => rs.advanceTimersByTimeAsync(2000));
  expect(currentPath()).toBe(list);
});
