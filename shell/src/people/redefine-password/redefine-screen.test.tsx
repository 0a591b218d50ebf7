import { expect, test } from '@rstest/core';
import { failure, type MockResponses } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { showScreen } from '../../routing/show-screen.testing.tsx';

async function show(path = 'forgot-password-app/a%2Fb', responses: MockResponses = {}) {
  const view = showScreen(path, responses);
  const password = await screen.findByLabelText('Nova senha');
  return {
    ...view,
    password,
    confirmation: screen.getByLabelText('Confirme nova senha'),
    submit: screen.getByRole('button', { name: 'Salvar nova senha' }),
  };
}

for (const path of [
  'forgot-password-app/#a%2Fb',
  'redefinePassword#a%2Fb',
  'forgot-password-app/a%2Fb',
  'redefinePassword?token=a%2Fb',
])
  test(`sets a new password with the token of ${path}`, async () => {
    const { user, password, confirmation, submit, currentPath, requests, sent } = await show(path, {
      'POST /ResetPassword': {},
    });
    expect(screen.getByRole('heading', { name: 'Crie uma nova senha' })).toBeInTheDocument();
    await user.type(password, 'nova senha');
    await user.type(confirmation, 'novasenha');
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    expect(await screen.findByRole('heading', { name: 'Senha alterada' })).toBeInTheDocument();
    expect(screen.getByText('Sua senha foi alterada com sucesso')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ir para o login' })).toHaveAttribute('href', '/marca/login');
    expect(currentPath()).toBe('/marca/sucessRedefinePassword');
    expect(requests).toEqual(['POST /ResetPassword']);
    expect(sent).toEqual([{ password: 'novasenha', token: 'a/b' }]);
  });

for (const path of [
  'forgot-password-app',
  'redefinePassword',
  'redefinePassword?token=',
  'redefinePassword#%',
])
  test(`redirects ${path} without a token to the request for a reset mail`, async () => {
    const { currentPath } = showScreen(path);
    await screen.findByRole('button', { name: 'Enviar' });
    expect(currentPath()).toBe('/marca/forgotPassword');
  });

test('removes spaces from the passwords', async () => {
  const { user, password, confirmation } = await show();
  await user.type(password, 'a b c');
  await user.click(confirmation);
  await user.paste(' d e ');
  expect(password).toHaveValue('abc');
  expect(confirmation).toHaveValue('de');
});

test('shows a message for each rule', async () => {
  const { user, password, confirmation, submit } = await show();
  await user.click(password);
  await user.tab();
  await waitFor(() => expect(password).toHaveAccessibleDescription('Campo Obrigatório'));
  await user.type(password, '12345');
  await waitFor(() =>
    expect(password).toHaveAccessibleDescription(
      'A senha precisa ter pelo menos 6 caracteres. Por favor, tente novamente.',
    ),
  );
  await user.type(password, '6');
  await user.type(confirmation, '1234567');
  await user.tab();
  await waitFor(() =>
    expect(confirmation).toHaveAccessibleDescription('A confirmação de senha deve ser igual à nova senha'),
  );
  expect(submit).toBeDisabled();
});

test('reveals each password separately', async () => {
  const { user, password, confirmation } = await show();
  const [first] = screen.getAllByRole('button', { name: 'Mostrar senha' });
  if (first) await user.click(first);
  expect(password).toHaveAttribute('type', 'text');
  expect(confirmation).toHaveAttribute('type', 'password');
});

const failures: [what: string, response: MockResponses[string], message: string, spent: boolean][] = [
  ['a link that was used already', failure(404), 'Este link não vale mais.', true],
  ['a link that is too old', failure(410), 'Este link não vale mais.', true],
  ['a bare refusal of another backend', failure(400), 'Este link não vale mais.', true],
  ['a failing server', failure(500), 'Falha no servidor. Por favor tente novamente.', false],
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
    false,
  ],
];
for (const [what, response, message, spent] of failures)
  test(`shows a message for ${what} and keeps the form's values`, async () => {
    const { user, password, confirmation, submit } = await show(undefined, {
      'POST /ResetPassword': response,
    });
    await user.type(password, 'novasenha');
    await user.type(confirmation, 'novasenha');
    await user.click(submit);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(password).toHaveValue('novasenha');
    expect(screen.queryByRole('link', { name: 'Pedir um novo link' }) !== null).toBe(spent);
  });

test('says that the password may be changed when the response was lost and the link is spent since', async () => {
  const { user, password, confirmation, submit } = await show(undefined, {
    'POST /ResetPassword': (_: URL, times: number) =>
      times === 0 ? Promise.reject(new TypeError('Failed to fetch')) : failure(404)(),
  });
  await user.type(password, 'novasenha');
  await user.type(confirmation, 'novasenha');
  await user.click(submit);
  expect(await screen.findByText('Sua conexão está instável. Por favor, tente mais tarde.')).toBeVisible();
  await user.click(submit);
  expect(await screen.findByText(/sua senha pode já ter sido alterada/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ir para o login' })).toHaveAttribute('href', '/marca/login');
});
