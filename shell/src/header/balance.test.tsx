import { afterEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { failure, renderScreen, translatePage } from '@shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { Balance } from './balance.tsx';

afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
});

test('retries a failed balance request every 30 s until it succeeds', async () => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
  rs.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const balance = (_: URL, times: number) => (times < 2 ? failure(503)() : { uwalBalance: 10 });
  const page = { name: 'page', routes: [{ path: '', lazy: async () => ({ Component: Balance }) }] };
  const { requests } = renderScreen(page, { at: '/marca/', responses: { 'GET /wallet/Balance': balance } });
  expect(await screen.findByText('—')).toBeInTheDocument();
  const pass = (ms: number) => act(async () => rs.advanceTimersByTime(ms));
  await pass(29_000);
  expect(requests).toHaveLength(1);
  await pass(1000);
  expect(requests).toHaveLength(2);
  await pass(30_000);
  expect(await screen.findByText(/10,00/)).toBeInTheDocument();
  await pass(90_000);
  expect(requests).toHaveLength(3);
});

test('changes, hides and shows the balance on a translated page', async () => {
  let reais = 10;
  const page = { name: 'page', routes: [{ path: '', lazy: async () => ({ Component: Balance }) }] };
  const responses = { 'GET /wallet/Balance': () => ({ uwalBalance: reais }) };
  const { queryClient, user, container } = renderScreen(page, { at: '/marca/', responses });
  expect(await screen.findByText(/10,00/)).toBeInTheDocument();
  // Even a translator that ignores `translate="no"`.
  for (const element of container.querySelectorAll('[translate]')) element.removeAttribute('translate');
  translatePage(container);
  reais = 35;
  await act(() => queryClient.refetchQueries(queries.balance()));
  await waitFor(() => expect(container).toHaveTextContent('35,00'));
  expect(container).not.toHaveTextContent('10,00');
  translatePage(container);
  await user.click(screen.getByRole('button', { name: 'Ocultar saldo' }));
  expect(container).not.toHaveTextContent('35,00');
  translatePage(container);
  await user.click(screen.getByRole('button', { name: 'Mostrar saldo' }));
  await waitFor(() => expect(container).toHaveTextContent('35,00'));
});
