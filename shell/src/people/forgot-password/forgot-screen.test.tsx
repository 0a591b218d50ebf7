import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { failure, type MockResponses } from '@shared/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { showScreen } from '../../routing/show-screen.testing.tsx';
import { secondsLeft } from './resend-lock.ts';

const KEY = 'resetSentAt';

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.restoreAllMocks();
});

async function show(responses: MockResponses = {}) {
  const view = showScreen('forgotPassword', responses);
  const email = await screen.findByLabelText('E-mail');
  return { ...view, email, submit: screen.getByRole('button', { name: 'Enviar' }) };
}
async function send(responses: MockResponses = { 'GET /ResetPassword/ana@a.example': {} }) {
  const view = await show(responses);
  await view.user.type(view.email, 'ana@a.example');
  await waitFor(() => expect(view.submit).toBeEnabled());
  await view.user.click(view.submit);
  return view;
}

test('sends a mail for the brand, confirms it, and locks the button', async () => {
  const { user, requests, submit, email } = await send();
  expect(await screen.findByRole('dialog', { name: 'E-mail enviado!' })).toHaveTextContent('ana@a.example');
  expect(screen.getByRole('link', { name: 'Ir para o login' })).toHaveAttribute('href', '/marca/login');
  await user.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(submit).toBeDisabled();
  expect(screen.getByRole('timer')).toHaveTextContent('Você poderá enviar de novo em 30 s.');
  await user.type(email, '{Enter}');
  expect(requests).toEqual(['GET /ResetPassword/ana@a.example?app_id=7']);
});

test('keeps the lock across a reload, and ends it after 30 s', async () => {
  await send();
  await screen.findByRole('dialog');
  cleanup();
  const { user, email, submit } = await show();
  await user.type(email, 'ana@a.example');
  expect(screen.getByRole('timer')).toBeInTheDocument();
  expect(submit).toBeDisabled();
  const later = Date.now() + 30_000;
  rs.spyOn(Date, 'now').mockImplementation(() => later);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(submit).toBeEnabled());
  expect(screen.queryByRole('timer')).toBeNull();
});

test.each(['nonsense', '"soon"', 'null', '-1', '1e400', String(Date.now() + 86_400_000)])(
  'ignores a stored lock of %s',
  async (stored) => {
    localStorage.setItem(KEY, stored);
    await show();
    expect(screen.queryByRole('timer')).toBeNull();
  },
);

test("locks for a minute at most when the device's clock changes", () => {
  expect(secondsLeft(1_000_000, 1_000_000)).toBe(30);
  expect(secondsLeft(1_000_000, 1_029_001)).toBe(1);
  expect(secondsLeft(1_000_000, 1_030_000)).toBe(0);
  expect(secondsLeft(1_000_000, 999_000)).toBe(30);
  expect(secondsLeft(1_000_000, 960_000)).toBe(0);
  expect(secondsLeft(Number.NaN, 960_000)).toBe(0);
});

const failures: [what: string, response: MockResponses[string], message: string][] = [
  ['an e-mail without an account', failure(404), 'E-mail não cadastrado.'],
  ['too many mails', failure(429), 'Foram muitas tentativas. Espere alguns minutos e tente novamente.'],
  ['a failing server', failure(503), 'Falha no servidor. Por favor tente novamente.'],
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Sua conexão está instável. Por favor, tente mais tarde.',
  ],
];
for (const [what, response, message] of failures)
  test(`shows a message for ${what}, and doesn't lock`, async () => {
    const { email, submit } = await send({ 'GET /ResetPassword/ana@a.example': response });
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(email).toHaveValue('ana@a.example');
    expect(submit).toBeEnabled();
  });

test('requires a valid e-mail', async () => {
  const { user, email, submit } = await show();
  await user.click(email);
  await user.tab();
  await waitFor(() => expect(email).toHaveAccessibleDescription('Campo Obrigatório'));
  await user.type(email, 'ana @');
  expect(email).toHaveValue('ana@');
  await waitFor(() => expect(email).toHaveAccessibleDescription('Por favor insira um e-mail válido'));
  expect(submit).toBeDisabled();
});

test('links back to the login, and carries the e-mail there and back', async () => {
  const { user, email } = await show();
  expect(screen.getByRole('link', { name: 'Voltar ao login' })).toHaveAttribute('href', '/marca/login');
  await user.type(email, 'ana@a.example');
  await user.click(screen.getByRole('link', { name: 'Voltar ao login' }));
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@a.example');
  await user.click(screen.getByRole('link', { name: 'Esqueci minha senha' }));
  expect(await screen.findByRole('button', { name: 'Enviar' })).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('ana@a.example');
});
