import { expect, test } from '@rstest/core';
import { toastsAtom } from '@shared/state';
import { failure, type MockResponses, renderScreen } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import remote from '../remote.ts';

const profile = '/marca/userProfile';
function show(at: string, responses: MockResponses = {}) {
  const view = renderScreen(remote, {
    at: `/marca/switchPassword${at}`,
    cameFrom: profile,
    loggedIn: true,
    responses: { 'GET /userprofile': { id: 7, hasPassword: false }, ...responses },
  });
  return { ...view, toasts: () => view.store.get(toastsAtom).map(({ title }) => title) };
}
const fieldOf = (name: string) => screen.findByLabelText(name);
async function fill(user: ReturnType<typeof show>['user'], values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await user.type(await fieldOf(name), value);
  await user.tab();
}
const validInput = {
  'Senha atual': 'recarga',
  'Nova senha': 'novasenha',
  'Confirme nova senha': 'novasenha',
};
const save = () => screen.getByRole('button', { name: 'Salvar' });

test('changes the password, shows a toast and returns to the profile', async () => {
  const { user, currentPath, toasts } = show('/true', { 'POST /ChangePassword': {} });
  await fill(user, validInput);
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe(profile));
  expect(toasts()).toEqual(['Sua senha foi alterada com sucesso']);
});

test.each([
  ['Senha atual', '', 'Campo Obrigatório'],
  ['Nova senha', '12345', 'A senha precisa ter pelo menos 6 caracteres. Por favor, tente novamente.'],
  ['Confirme nova senha', 'outrasenha', 'A confirmação de senha deve ser igual à nova senha'],
])('%s: rejects “%s” with “%s”', async (name, typed, message) => {
  const { user } = show('/true');
  for (const [label, value] of Object.entries({ ...validInput, [name]: typed })) {
    const field = await fieldOf(label);
    await user.click(field);
    if (value) await user.type(field, value);
  }
  await user.tab();
  await waitFor(async () => expect(await fieldOf(name)).toHaveAccessibleDescription(message));
  expect(save()).toBeDisabled();
});

test('keeps spaces in a new password, as the registration does', async () => {
  const { user, currentPath, bodiesOf } = show('/true', { 'POST /ChangePassword': {} });
  await fill(user, { ...validInput, 'Nova senha': 'três  gatos ', 'Confirme nova senha': 'três  gatos ' });
  await user.click(save());
  await waitFor(() => expect(currentPath()).toBe(profile));
  expect(bodiesOf('POST /ChangePassword')).toEqual([{ oldPassword: 'recarga', newPassword: 'três  gatos ' }]);
});

test('reports a wrong current password when the user leaves during the request', async () => {
  const response = Promise.withResolvers<Response>();
  const { user, store, currentPath } = show('/true', { 'POST /ChangePassword': () => response.promise });
  await fill(user, validInput);
  await user.click(save());
  await user.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(screen.queryByLabelText('Senha atual')).toBeNull());
  expect(currentPath()).toBe(profile);
  response.resolve(failure(400, { message: 'Incorrect password' })());
  const text = 'Senha atual incorreta. Por favor, tente novamente.';
  await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text }]));
});

test('hides the current password when there is none according to the route or the profile', async () => {
  for (const at of ['/false', '']) {
    const { unmount } = show(at);
    expect(await fieldOf('Nova senha')).toBeVisible();
    expect(screen.queryByLabelText('Senha atual')).toBeNull();
    unmount();
  }
});

test('adds the current password field, keeping the input, when the server requires it despite the route', async () => {
  const { user, toasts } = show('/false', {
    'POST /ChangePassword': (_: URL, times: number) =>
      times === 0 ? failure(400, { message: 'Error: Incorrect password.' })() : {},
  });
  await fill(user, { 'Nova senha': 'novasenha', 'Confirme nova senha': 'novasenha' });
  await user.click(save());
  const current = await fieldOf('Senha atual');
  expect(screen.getByRole('heading', { name: 'Alterar senha' })).toBeVisible();
  expect(screen.getByText('Senha atual incorreta. Por favor, tente novamente.')).toBeVisible();
  expect(await fieldOf('Confirme nova senha')).toHaveValue('novasenha');
  await waitFor(() => expect(save()).toBeDisabled());
  await user.type(current, 'recarga');
  await user.click(save());
  await waitFor(() => expect(toasts()).toEqual(['Sua senha foi alterada com sucesso']));
});

test.each([
  [failure(400, { message: 'Error: Incorrect password.' })],
  [failure(400, { error: { code: 'Error: Incorrect password.' } })],
  [() => new Response('Error: Incorrect password.', { status: 400 })],
])('recognizes a wrong current password in every error format', async (response) => {
  const { user } = show('/true', { 'POST /ChangePassword': response });
  await fill(user, validInput);
  await user.click(save());
  expect(await screen.findByText('Senha atual incorreta. Por favor, tente novamente.')).toBeVisible();
  expect(await fieldOf('Nova senha')).toHaveValue('novasenha');
});

test.each([
  ['/true', validInput],
  ['/false', { 'Nova senha': 'novasenha', 'Confirme nova senha': 'novasenha' }],
])('changes the password at %s after an earlier try that did so but lost its response', async (at, input) => {
  const { user, toasts, bodiesOf } = show(at, {
    'POST /ChangePassword': (_: URL, times: number) =>
      [failure(504), failure(400, { message: 'Incorrect password' }), () => ({})][times]?.(),
  });
  await fill(user, input);
  await user.click(save());
  await screen.findByText('Falha no servidor. Por favor tente novamente.');
  await user.type(await fieldOf('Nova senha'), '2');
  await user.type(await fieldOf('Confirme nova senha'), '2');
  await user.click(save());
  await waitFor(() => expect(toasts()).toEqual(['Sua senha foi alterada com sucesso']));
  expect(bodiesOf('POST /ChangePassword')[2]).toEqual({
    oldPassword: 'novasenha',
    newPassword: 'novasenha2',
  });
});

test('reports a wrong current password after a try without a response that changed nothing', async () => {
  const { user } = show('/true', {
    'POST /ChangePassword': (_: URL, times: number) =>
      times === 0 ? failure(504)() : failure(400, { message: 'Incorrect password' })(),
  });
  await fill(user, validInput);
  await user.click(save());
  await screen.findByText('Falha no servidor. Por favor tente novamente.');
  await user.click(save());
  expect(await screen.findByText('Senha atual incorreta. Por favor, tente novamente.')).toBeVisible();
});
