import { expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { AppConfig } from '@shared/contract';
import { configAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const list = '/marca/paymentMethods';
const visa = {
  id: 31,
  item_type: 'credit_card',
  description: 'visa 4242',
  is_default: true,
  data: { display_number: 'XXXX-XXXX-XXXX-4242', holder_name: 'ANA DE SOUZA', month: 7, year: 2031 },
};
const master = { ...visa, id: 32, description: 'mastercard 5454', is_default: false };
const noContent = () => new Response(null, { status: 204 });

function show(responses: MockResponses = {}, { cardId = '32' } = {}) {
  const view = renderScreen(remote, {
    at: `/marca/addCreditCard/${cardId}`,
    cameFrom: list,
    loggedIn: true,
    responses: {
      'GET /UserPaymentMethods': [visa, master],
      'GET /UserPaymentMethods/31': visa,
      'GET /UserPaymentMethods/32': master,
      ...responses,
    },
  });
  return { ...view, toasts: () => view.store.get(toastsAtom).map(({ title }) => title) };
}
const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Salvar Cartão' });

test("shows a saved card read-only without loading the provider's script", async () => {
  const scripts = rs.spyOn(document.head, 'append');
  const { store } = show({}, { cardId: '31' });
  act(() => store.set(configAtom, AppConfig.parse({ payment: { scriptUrl: 'https://pay.example/1.js' } })));
  const shown = { Nome: 'ANA', Sobrenome: 'DE SOUZA', 'Número do cartão': 'XXXX-XXXX-XXXX-4242' };
  for (const [name, value] of Object.entries({ ...shown, Validade: '07/31', CVV: 'XXX' })) {
    expect(await field(name)).toHaveValue(value);
    expect(await field(name)).toBeDisabled();
  }
  expect(screen.getByText('Insira os dados do cartão de crédito')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'CPF/CNPJ' })).toBeNull();
  expect(scripts).not.toHaveBeenCalled();
  expect(document.querySelector('iframe')).toBeNull();
  scripts.mockRestore();
});

test('does not allow changing or deleting the main card', async () => {
  show({}, { cardId: '31' });
  const main = await screen.findByRole('switch', { name: 'Tornar cartão principal' });
  expect(main).toBeChecked();
  expect(main).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Salvar Cartão' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Excluir cartão' })).toBeNull();
});

test('updates a card that became the main one elsewhere', async () => {
  const { queryClient } = show({
    'GET /UserPaymentMethods/32': (_: URL, times: number) => ({ ...master, is_default: times > 0 }),
  });
  const main = await screen.findByRole('switch', { name: 'Tornar cartão principal' });
  expect(main).not.toBeChecked();
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(main).toBeDisabled());
  expect(main).toBeChecked();
});

test('makes another card the main one, and shows an error when that fails', async () => {
  const { user, currentPath, requests, toasts } = show({
    'PUT /UserDefaultPaymentMethod/32': (_: URL, times: number) =>
      times === 0 ? failure(500)() : noContent(),
  });
  const main = await screen.findByRole('switch', { name: 'Tornar cartão principal' });
  expect(save()).toBeDisabled();
  await user.click(main);
  await user.click(save());
  expect(
    await screen.findByText(
      'Não foi possível definitir seu cartão como default. Por favor, tente mais tarde.',
    ),
  ).toBeVisible();
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(requests.filter((call) => call.startsWith('PUT'))).toHaveLength(2);
  expect(toasts()).toEqual(['Cartão principal alterado com sucesso']);
});

test('deletes a card after a confirmation', async () => {
  const { user, currentPath, requests, toasts } = show({ 'DELETE /UserPaymentMethods/32': noContent });
  await user.click(await screen.findByRole('button', { name: 'Excluir cartão' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }));
  expect(requests).not.toContain('DELETE /UserPaymentMethods/32');
  await user.click(screen.getByRole('button', { name: 'Excluir cartão' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(toasts()).toEqual(['Cartão excluído com sucesso']);
});

test('opens the list of cards without the deleted one', async () => {
  const reload = Promise.withResolvers<unknown>();
  const { user, currentPath, queryClient, toasts } = show({
    'GET /UserPaymentMethods': (_: URL, times: number) => (times === 0 ? [visa, master] : reload.promise),
    'DELETE /UserPaymentMethods/32': noContent,
  });
  await act(() => queryClient.prefetchQuery(queries.paymentMethods()));
  await user.click(await screen.findByRole('button', { name: 'Excluir cartão' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(toasts()).toEqual(['Cartão excluído com sucesso']));
  expect(currentPath()).toBe('/marca/addCreditCard/32');
  reload.resolve([visa]);
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(await screen.findByRole('link', { name: /^Visa 4242/ })).toBeVisible();
  expect(screen.queryByText('Mastercard 5454')).toBeNull();
});

test('makes the card the main one once for two taps and navigates back once', async () => {
  const { user, currentPath, requests } = show({ 'PUT /UserDefaultPaymentMethod/32': noContent });
  await user.click(await screen.findByRole('switch', { name: 'Tornar cartão principal' }));
  act(() => {
    save().click();
    save().click();
  });
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(requests.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});

test('deletes once for two taps', async () => {
  const { user, currentPath, requests, toasts } = show({ 'DELETE /UserPaymentMethods/32': null });
  await user.click(await screen.findByRole('button', { name: 'Excluir cartão' }));
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' });
  act(() => {
    confirm.click();
    confirm.click();
  });
  await waitFor(() => expect(currentPath()).toBe(list));
  expect(requests.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);
  expect(toasts()).toEqual(['Cartão excluído com sucesso']);
});

test.each([
  ['PUT /UserDefaultPaymentMethod/32', 'Salvar Cartão', 'Cartão principal alterado com sucesso'],
  ['DELETE /UserPaymentMethods/32', 'Excluir', 'Cartão excluído com sucesso'],
])(
  'shows a toast but does not navigate when the response arrives after the user has left: %s',
  async (call, name, title) => {
    let respond = (_: Response) => {};
    const late = () => new Promise<Response>((resolve) => (respond = resolve));
    const { user, currentPath, requests, toasts, router } = show({ [call]: late });
    await user.click(await screen.findByRole('switch', { name: 'Tornar cartão principal' }));
    if (name === 'Excluir') await user.click(screen.getByRole('button', { name: 'Excluir cartão' }));
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(requests).toContain(call));
    await act(() => router.navigate('/marca/addCreditCard/31'));
    respond(noContent());
    await waitFor(() => expect(toasts()).toEqual([title]));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(currentPath()).toBe('/marca/addCreditCard/31');
  },
);

test('shows a toast and keeps the card when deleting fails', async () => {
  const { user, currentPath, toasts } = show({ 'DELETE /UserPaymentMethods/32': failure(500) });
  await user.click(await screen.findByRole('button', { name: 'Excluir cartão' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(toasts()).toEqual(['Erro ao deletar cartão.']));
  expect(currentPath()).toBe('/marca/addCreditCard/32');
});

test('reloads a card that failed to load', async () => {
  const { user } = show(
    { 'GET /UserPaymentMethods/31': (_: URL, times: number) => (times === 0 ? failure(500)() : visa) },
    { cardId: '31' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Falha' }));
  expect(
    dialog.getByText('Falha ao carregar informações do cartão. Por favor, tente novamente'),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Tentar novamente' }));
  expect(await field('Nome')).toHaveValue('ANA');
});
