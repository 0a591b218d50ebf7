import { expect, test } from '@rstest/core';
import { queries } from '@shared/client';
import { type Brand, User } from '@shared/contract';
import { expiredAtom, sessionAtom, toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import remote from '../remote.ts';

const ana = {
  id: 7,
  name: 'Ana Souza',
  email: 'ana@a.example',
  phoneNumber: '11934567890',
  cpf: '52998224725',
  birthdate: '1990-02-28',
  hasPassword: true,
};
const noContent = () => new Response(null, { status: 204 });
function show(responses: MockResponses = {}, at = '/marca/userProfile', brand: Partial<Brand> = {}) {
  const view = renderScreen(remote, {
    at,
    cameFrom: '/marca/',
    loggedIn: true,
    brand,
    responses: { 'GET /userprofile': ana, ...responses },
  });
  const toasts = () => view.store.get(toastsAtom).map(({ title }) => title);
  return { ...view, toasts };
}
const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Salvar' });

test('shows the profile in Brazilian formats, with a read-only e-mail', async () => {
  show();
  expect(await field('Nome')).toHaveValue('Ana Souza');
  expect(await field('E-mail')).toHaveAttribute('readonly');
  expect(await field('Telefone')).toHaveValue('(11) 93456-7890');
  expect(await field('Data de nascimento')).toHaveValue('28/02/1990');
  expect(await field('CPF')).toHaveValue('529.982.247-25');
});

test('completes a CPF that came as a number', async () => {
  show({ 'GET /userprofile': { ...ana, cpf: 1234567890 } });
  expect(await field('CPF')).toHaveValue('012.345.678-90');
});

test('saves a change, shows a toast and updates the name in the session', async () => {
  const { user, store, toasts } = show({ 'PUT /userprofile': noContent });
  await user.type(await field('Nome'), ' Lima');
  await user.click(save());
  await waitFor(() => expect(toasts()).toEqual(['Alteração salva com sucesso']));
  expect(store.get(sessionAtom)).toMatchObject({ user: { name: 'Ana Souza Lima' } });
});

/** Opens a profile cached earlier while the server's current one is still loading. */
async function showCached(cached: object, current: object, path = '/marca/userProfile') {
  const response = Promise.withResolvers<object>();
  const view = show(
    { 'GET /userprofile': () => response.promise, 'PUT /userprofile': noContent },
    '/marca/coupons',
  );
  view.queryClient.setQueryData(queries.userProfile().queryKey, User.parse(cached), { updatedAt: 1 });
  await act(() => view.router.navigate(path));
  return { ...view, finishLoading: () => act(async () => response.resolve(current)) };
}

test('fills in changes made elsewhere when they load, and keeps edited fields', async () => {
  const { user, finishLoading, sent } = await showCached(
    { ...ana, cpf: null },
    { ...ana, name: 'Ana Braga' },
  );
  const name = await field('Nome');
  await user.type(name, ' Lima');
  expect(save()).toBeDisabled();
  await finishLoading();
  await waitFor(async () => expect(await field('CPF')).toHaveValue('529.982.247-25'));
  expect(name).toHaveValue('Ana Souza Lima');
  expect(name).toHaveFocus();
  await user.type(name, ' Reis');
  await user.click(save());
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Ana Souza Lima Reis', cpf: ana.cpf }]));
});

/** Loads the profile without a CPF, then changes the phone. `later` is the response when it is saved. */
async function savePhone(later: MockResponses[string]) {
  const view = show({
    'GET /userprofile': (url: URL, times: number) => {
      if (times === 0) return { ...ana, cpf: null };
      return typeof later === 'function' ? later(url, times) : later;
    },
    'PUT /userprofile': noContent,
  });
  await view.user.clear(await field('Telefone'));
  await view.user.type(await field('Telefone'), '21987654321');
  await view.user.click(save());
  return view;
}

test('saves only changed fields, and keeps what was changed elsewhere while the form was open', async () => {
  const { bodiesOf, store } = await savePhone({ ...ana, name: 'Ana Braga' });
  await waitFor(async () => expect(await field('CPF')).toHaveValue('529.982.247-25'));
  expect(bodiesOf('PUT /userprofile')).toMatchObject([
    { name: 'Ana Braga', phoneNumber: '21987654321', cpf: ana.cpf, birthdate: ana.birthdate },
  ]);
  expect(await field('Telefone')).toHaveValue('(21) 98765-4321');
  expect(store.get(sessionAtom)).toMatchObject({ user: { name: 'Ana Braga', cpf: ana.cpf } });
});

test('saves nothing if the current profile cannot be read, and keeps the input', async () => {
  const { requests, toasts } = await savePhone(failure(500));
  expect(await screen.findByText('Falha ao salvar alteração. Por favor, tente novamente.')).toBeVisible();
  expect(requests).not.toContain('PUT /userprofile');
  expect(toasts()).toEqual([]);
  expect(await field('Telefone')).toHaveValue('(21) 98765-4321');
  expect(save()).toBeEnabled();
});

test('accepts a required CPF that was added elsewhere', async () => {
  const { finishLoading } = await showCached({ ...ana, cpf: null }, ana, '/marca/userProfile?required=cpf');
  await field('CPF');
  expect(save()).toBeDisabled();
  await finishLoading();
  await waitFor(() => expect(save()).toBeEnabled());
});

test('shows the toast and updates the session when the user leaves during the save', async () => {
  const response = Promise.withResolvers<Response>();
  const { user, store, router, toasts } = show({ 'PUT /userprofile': () => response.promise });
  await user.type(await field('Nome'), ' Lima');
  await user.click(save());
  await act(() => router.navigate('/marca/coupons'));
  await screen.findByRole('heading', { name: 'Cupons' });
  response.resolve(noContent());
  await waitFor(() => expect(toasts()).toEqual(['Alteração salva com sucesso']));
  expect(store.get(sessionAtom)).toMatchObject({ user: { name: 'Ana Souza Lima' } });
});

test('does not apply a late save to a different user who has logged in in the meantime', async () => {
  const response = Promise.withResolvers<Response>();
  const { user, store, router, queryClient, requests } = show({ 'PUT /userprofile': () => response.promise });
  await user.click(await field('Nome'));
  await user.click(save());
  await waitFor(() => expect(requests).toContain('PUT /userprofile'));
  await act(() => router.navigate('/marca/coupons'));
  const bruno = User.parse({ id: '8', name: 'Bruno Dias', email: 'bruno@a.example' });
  queryClient.setQueryData(queries.userProfile().queryKey, bruno);
  store.set(sessionAtom, { status: 'user', token: 'other', user: bruno });
  response.resolve(noContent());
  await act(async () => {});
  expect(store.get(sessionAtom)).toMatchObject({ user: bruno });
  expect(queryClient.getQueryData(queries.userProfile().queryKey)).toEqual(bruno);
});

/** Edits the phone, expires the session, logs in as user `id` and reopens the profile. */
async function logInAgain({ store, router, queryClient, user }: ReturnType<typeof show>, id: number) {
  act(() => store.set(sessionAtom, { status: 'user', token: 'token', user: User.parse(ana) }));
  await user.clear(await field('Telefone'));
  await user.type(await field('Telefone'), '21987654321');
  await act(async () => {
    store.set(expiredAtom, true);
    store.set(sessionAtom, { status: 'guest' });
    await router.navigate('/marca/login');
  });
  queryClient.setQueryData(queries.userProfile().queryKey, User.parse({ ...ana, id, name: 'Ana Braga' }));
  store.set(expiredAtom, false);
  store.set(sessionAtom, { status: 'user', token: 'next', user: User.parse({ ...ana, id }) });
  await act(() => router.navigate('/marca/userProfile'));
}

test('restores the input once after the session expires and the same user logs in again', async () => {
  const view = show();
  await logInAgain(view, ana.id);
  expect(await field('Telefone')).toHaveValue('(21) 98765-4321');
  expect(await field('Nome')).toHaveValue('Ana Braga');
  await waitFor(() => expect(save()).toBeEnabled());
  await act(() => view.router.navigate('/marca/coupons'));
  await act(() => view.router.navigate('/marca/userProfile'));
  expect(await field('Telefone')).toHaveValue('(11) 93456-7890');
});

test('does not restore the input for another user', async () => {
  await logInAgain(show(), 8);
  expect(await field('Telefone')).toHaveValue('(11) 93456-7890');
});

test.each([
  ['Nome', 'Ana', 'Por favor insira nome e sobrenome'],
  ['Telefone', '1193456', 'Por favor insira um número válido.'],
  ['Data de nascimento', '31021990', 'Por favor insira uma data de nascimento válida.'],
  ['Data de nascimento', '01012999', 'Por favor insira uma data de nascimento válida.'],
  ['CPF', '11111111111', 'Por favor insira um cpf válido.'],
])('%s: rejects %s with “%s”', async (name, typed, message) => {
  const { user } = show();
  const input = await field(name);
  await user.clear(input);
  await user.type(input, typed);
  await user.tab();
  await waitFor(() => expect(input).toHaveAccessibleDescription(message));
  expect(save()).toBeDisabled();
});

test('accepts empty optional fields', async () => {
  const { user, toasts } = show({ 'PUT /userprofile': noContent });
  for (const name of ['Telefone', 'Data de nascimento', 'CPF']) await user.clear(await field(name));
  await user.click(save());
  await waitFor(() => expect(toasts()).toEqual(['Alteração salva com sucesso']));
});

test('requires the CPF when opened with required=cpf, then goes back after saving', async () => {
  const { user, currentPath } = show(
    { 'GET /userprofile': { ...ana, cpf: null }, 'PUT /userprofile': noContent },
    '/marca/userProfile?required=cpf',
  );
  const cpf = await field('CPF');
  expect(cpf).toHaveAccessibleDescription('Necessário para adicionar créditos.');
  expect(save()).toBeDisabled();
  await user.type(cpf, '52998224725');
  await waitFor(() => expect(save()).toBeEnabled());
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe('/marca/'));
});

test.each([
  [failure(409), 'Este e-mail já possui uma conta.'],
  [failure(500), 'Falha ao salvar alteração. Por favor, tente novamente.'],
  [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
])('shows why the save failed and keeps the input', async (response, message) => {
  const { user } = show({ 'PUT /userprofile': response });
  const name = await field('Nome');
  await user.type(name, ' Lima');
  await user.click(save());
  expect(await screen.findByText(message)).toBeVisible();
  expect(name).toHaveValue('Ana Souza Lima');
});

test('retries a profile that failed to load', async () => {
  const { user } = show({
    'GET /userprofile': (_: URL, times: number) => (times === 0 ? failure(500)() : ana),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Falha' }));
  await user.click(dialog.getByRole('button', { name: 'Tentar novamente' }));
  expect(await field('Nome')).toHaveValue('Ana Souza');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('links to vehicles, password, brand switch and account deletion', async () => {
  show();
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await href('Veículos cadastrados')).toBe('/marca/vehicles-list');
  expect(await href('Alterar senha')).toBe('/marca/switchPassword/true');
  expect(await href('Trocar de operadora')).toBe('/marca/switchBrand');
  expect(await href('Excluir Conta')).toBe('/marca/accountDeletion');
});

test('asks for confirmation before logging out, then navigates home', async () => {
  const { user, store, currentPath } = show();
  await user.click(await screen.findByRole('button', { name: 'Sair' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sair' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
  expect(currentPath()).toBe('/marca/');
});

test("links a logged-in user to the brand's support, terms and privacy policy", async () => {
  show({}, '/marca/userProfile', {
    appEmailSupportWhatsappNumber: '11934567890',
    appEmailSupportAddress: 'ajuda@faisca.example',
  });
  const links = within(await screen.findByRole('list', { name: 'Ajuda e informações' }));
  const hrefOf = (name: string) => links.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Ajuda por WhatsApp')).toBe('https://wa.me/5511934567890');
  expect(hrefOf('Ajuda por e-mail')).toBe('mailto:ajuda@faisca.example');
  expect(hrefOf('Termos de uso')).toBe('/marca/terms-of-use');
  expect(hrefOf('Política de privacidade')).toBe('/marca/privacy-policy');
});

test('omits support links that the brand does not have', async () => {
  show();
  await screen.findByRole('list', { name: 'Ajuda e informações' });
  expect(screen.queryByRole('link', { name: /Ajuda por/ })).not.toBeInTheDocument();
});
