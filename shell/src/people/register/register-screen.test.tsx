import { expect, test } from '@rstest/core';
import { failure, type MockResponses } from '@shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { showScreen } from '../../routing/show-screen.testing.tsx';

async function show(responses: MockResponses = {}) {
  const view = showScreen('register', responses);
  const name = await screen.findByLabelText('Nome completo');
  const fields = {
    name,
    email: screen.getByLabelText('E-mail'),
    password: screen.getByLabelText('Senha'),
    confirmation: screen.getByLabelText('Confirme sua senha'),
    submit: screen.getByRole('button', { name: 'Criar conta' }),
  };
  async function fill(given: Partial<Record<'name' | 'email' | 'password' | 'confirmation', string>> = {}) {
    const values = {
      name: 'Ana Souza',
      email: 'ana@a.example',
      password: 'recarga',
      confirmation: 'recarga',
    };
    for (const [field, value] of Object.entries({ ...values, ...given }) as [keyof typeof values, string][])
      if (value) {
        await view.user.click(fields[field]);
        await view.user.paste(value);
      }
    await view.user.tab();
  }
  return { ...view, ...fields, fill };
}

test('creates an account for the brand, and fills in the e-mail at the login', async () => {
  const { user, fill, submit, requests, currentPath } = await show({
    'POST /userregister': { email: 'ana@a.example' },
  });
  await fill({ email: 'ANA @a.example' });
  await user.click(submit);
  expect(await screen.findByRole('dialog', { name: 'Conta criada com sucesso!' })).toHaveTextContent(
    'Enviamos um e-mail de confirmação para ana@a.example.',
  );
  expect(requests).toEqual(['POST /userregister?app_id=7']);
  await user.click(screen.getByRole('button', { name: 'Ir para o login' }));
  expect(currentPath()).toBe('/marca/login');
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@a.example');
  expect(screen.getByLabelText('Senha')).toHaveValue('');
});

test('accepts a pasted name with invisible characters', async () => {
  const { fill, submit } = await show();
  await fill({ name: '\u200eAna\u200b Souza\u202c' });
  await waitFor(() => expect(submit).toBeEnabled());
});

test('does not announce a confirmation mail that was not sent', async () => {
  const { user, fill, submit } = await show({
    'POST /userregister': { email: 'ana@a.example', confirmationSent: false },
  });
  await fill();
  await user.click(submit);
  const dialog = await screen.findByRole('dialog', { name: 'Conta criada com sucesso!' });
  expect(dialog).toHaveTextContent(
    'Ainda não conseguimos enviar o e-mail de confirmação para ana@a.example.',
  );
  expect(dialog).not.toHaveTextContent('Enviamos');
});

const rules: [field: 'name' | 'email' | 'password' | 'confirmation', typed: string, message: string][] = [
  ['name', 'Ana', 'Por favor insira nome e sobrenome'],
  ['name', 'Ana Li', 'Por favor insira nome e sobrenome'],
  ['email', 'ana@', 'Por favor insira um e-mail válido'],
  ['password', '12345', 'A senha precisa ter pelo menos 6 caracteres. Por favor, tente novamente.'],
  ['confirmation', 'recarga2', 'A confirmação de senha deve ser igual à senha'],
  ['name', '', 'Campo Obrigatório'],
  ['email', '', 'Campo Obrigatório'],
  ['password', '', 'Campo Obrigatório'],
  ['confirmation', '', 'Campo Obrigatório'],
];
for (const [field, typed, message] of rules)
  test(`shows '${message}' for '${typed}' as ${field}`, async () => {
    const { user, fill, submit, requests, ...fields } = await show();
    await fill({ [field]: typed, ...(field === 'password' ? { confirmation: typed } : {}) });
    await user.type(fields[field], '{Enter}');
    await waitFor(() => expect(fields[field]).toHaveAccessibleDescription(message));
    expect(submit).toBeDisabled();
    expect(requests).toEqual([]);
  });

test('rejects the confirmation when the password changes afterwards', async () => {
  const { user, fill, submit, password, confirmation } = await show();
  await fill();
  await waitFor(() => expect(submit).toBeEnabled());
  await user.type(password, '2');
  await waitFor(() => expect(confirmation).toBeInvalid());
  expect(submit).toBeDisabled();
});

test("shows no error for a confirmation that wasn't touched yet", async () => {
  const { user, password, confirmation } = await show();
  await user.type(password, 'recarga');
  await user.type(password, '1');
  expect(confirmation).toBeValid();
});

test('moves the focus to the first invalid field on Enter', async () => {
  const { user, name, email } = await show();
  await user.type(email, 'ana@a.example{Enter}');
  await waitFor(() => expect(name).toHaveFocus());
});

const failures: [what: string, response: MockResponses[string], message: string][] = [
  ['an e-mail that has an account', failure(409), 'Este e-mail já possui uma conta.'],
  ['a failing server', failure(500), 'Falha no servidor. Por favor tente novamente.'],
  ['too many tries', failure(429), 'Foram muitas tentativas. Espere um minuto e tente novamente.'],
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
];
for (const [what, response, message] of failures)
  test(`shows a message for ${what} and keeps the form's values`, async () => {
    const { user, fill, submit, ...fields } = await show({ 'POST /userregister': response });
    await fill();
    await user.click(submit);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(fields.name).toHaveValue('Ana Souza');
    expect(fields.password).toHaveValue('recarga');
    expect(submit).toBeEnabled();
  });

test('carries the e-mail to the login and back', async () => {
  const { user, email } = await show();
  await user.type(email, 'ana@a.example');
  await user.click(screen.getByRole('link', { name: 'Fazer login' }));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@a.example');
  await user.click(screen.getByRole('link', { name: 'Criar conta' }));
  expect(await screen.findByLabelText('Nome completo')).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@a.example');
});

test('sets the autocomplete tokens that password managers need', async () => {
  const { name, email, password, confirmation } = await show();
  expect(name).toHaveAttribute('autocomplete', 'name');
  expect(email).toHaveAttribute('autocomplete', 'email');
  expect(password).toHaveAttribute('autocomplete', 'new-password');
  expect(confirmation).toHaveAttribute('autocomplete', 'new-password');
});
