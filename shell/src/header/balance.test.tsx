import { afterEach, expect, rs, test } from '@rstest/core';
import { failure, renderScreen } from '@shared/testing';
import { act, screen } from '@testing-library/react';
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
