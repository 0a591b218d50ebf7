import { expect, rs, test } from '@rstest/core';
import { sessionAtom } from '@shared/state';
import { failure, type MockResponses } from '@shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { showScreen } from '../../routing/show-screen.testing.tsx';

async function show(responses: MockResponses = {}) {
  const view = showScreen('login', responses);
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail');
  return {
    ...view,
    email,
    password: screen.getByLabelText<HTMLInputElement>('Senha'),
    submit: screen.getByRole('button', { name: 'Entrar' }),
  };
}

test('sends a valid form and starts the session', async () => {
  const { user, email, password, submit, store } = await show({
    'POST /auth': { token: 'abc', user: { id: 1, name: 'Ana' } },
  });
  await user.type(email, ' Ana@Faisca.Example ');
  expect(email).toHaveValue('ana@faisca.example');
  await user.type(password, 'recarga123');
  await user.click(submit);
  await expect
    .poll(() => store.get(sessionAtom))
    .toMatchObject({ status: 'user', token: 'abc', user: { id: '1' } });
});

test('enables the button only while the form is valid', async () => {
  const { user, email, password, submit } = await show();
  expect(submit).toBeDisabled();
  await user.type(email, 'ana@a.example');
  await user.type(password, '12345');
  expect(submit).toBeDisabled();
  await user.type(password, '6');
  await expect.poll(() => submit).toBeEnabled();
});

test("shows a field's error after it loses the focus", async () => {
  const { user, email, password } = await show();
  await user.click(email);
  await user.click(password);
  expect(await screen.findByText('Campo Obrigatório')).toBeInTheDocument();
  await user.type(password, '123');
  await user.type(email, 'ana@');
  await user.tab();
  expect(await screen.findByText('Por favor insira um e-mail válido')).toBeInTheDocument();
  expect(screen.getByText('Por favor, atenda aos critérios de senha')).toBeInTheDocument();
});

const failures: [what: string, response: MockResponses[string], message: string][] = [
  ['wrong e-mail or password', failure(404), 'E-mail ou senha inválidos.'],
  ['a failing server', failure(500), 'Falha no servidor. Por favor tente novamente.'],
  ['too many tries', failure(429), 'Foram muitas tentativas. Espere um minuto e tente novamente.'],
  ['a response without a token', { hello: 1 }, 'Falha no servidor. Por favor tente novamente.'],
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
];
for (const [what, response, message] of failures)
  test(`shows a message for ${what} and keeps the form's values`, async () => {
    const { user, email, password, submit } = await show({ 'POST /auth': response });
    await user.type(email, 'ana@a.example');
    await user.type(password, 'recarga123');
    await user.click(submit);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(email).toHaveValue('ana@a.example');
    expect(password).toHaveValue('recarga123');
  });

test('sets the autocomplete tokens that password managers need', async () => {
  const { email, password } = await show();
  expect(email).toHaveAttribute('autocomplete', 'username');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
});

test('keeps the caret position while an e-mail is normalized', async () => {
  const { user, email } = await show();
  await user.type(email, 'anax@a.example');
  email.setSelectionRange(3, 3);
  await user.keyboard(' BR');
  expect(email).toHaveValue('anabrx@a.example');
  expect(email.selectionStart).toBe(5);
});

test('sends once when Enter is pressed repeatedly', async () => {
  const { user, email, password, requests } = await show({
    'POST /auth': () => new Promise(() => {}),
  });
  await user.type(email, 'ana@a.example');
  await user.type(password, 'recarga123{Enter}');
  const form = password.closest('form');
  if (!form) throw new Error('no form');
  fireEvent.submit(form);
  fireEvent.submit(form);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(requests).toEqual(['POST /auth']));
});

test('moves the focus to the first invalid field on Enter and shows its error', async () => {
  const { user, email, password, requests } = await show();
  await user.type(password, 'recarga123{Enter}');
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveAccessibleDescription('Campo Obrigatório');
  expect(requests).toEqual([]);
});

test('accepts values of a password manager that fires only a change event', async () => {
  const { email, password, submit } = await show();
  fireEvent.change(email, { target: { value: 'Ana@A.example' } });
  fireEvent.change(password, { target: { value: 'recarga123' } });
  await waitFor(() => expect(submit).toBeEnabled());
  expect(email).toHaveValue('ana@a.example');
});

test('sends values that were filled in without any event', async () => {
  const matches = rs.spyOn(HTMLInputElement.prototype, 'matches').mockReturnValue(true);
  const supports = rs.spyOn(CSS, 'supports').mockReturnValue(true);
  const { user, email, password, submit, store } = await show({ 'POST /auth': { token: 'abc' } });
  await waitFor(() => expect(submit).toBeEnabled());
  // Browsers reveal filled-in values on the first touch; here without any event.
  email.value = 'ana@a.example';
  password.value = 'recarga123';
  await user.click(submit);
  await waitFor(() => expect(store.get(sessionAtom)).toMatchObject({ status: 'user' }));
  matches.mockRestore();
  supports.mockRestore();
});

test('links to the registration and to the forgotten password', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'Criar conta' })).toHaveAttribute('href', '/marca/register');
  expect(screen.getByRole('link', { name: 'Esqueci minha senha' })).toHaveAttribute(
    'href',
    '/marca/forgotPassword',
  );
});
