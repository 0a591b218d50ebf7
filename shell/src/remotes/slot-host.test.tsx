import { expect, rstest, test } from '@rstest/core';
import { Slot, slotHostAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { RemoteSource } from './remote-source.ts';
import { slotHost } from './slot-host.tsx';

async function show(slot: RemoteSource['slot']) {
  const reports: string[] = [];
  const source: RemoteSource = {
    remoteAt: async () => undefined,
    serves: async () => false,
    screen: () => Promise.reject(new Error('not asked for here')),
    slot,
    newer: async () => undefined,
    report: (error, where) => reports.push(`${where}: ${error}`),
  };
  const store = createStore();
  store.set(slotHostAtom, slotHost(source));
  const page = (
    <Provider store={store}>
      <h1>Página</h1>
      <Slot name="home.activeRecharges" props={{}} fallback={<p>nenhuma</p>} />
    </Provider>
  );
  await act(async () => render(page));
  return reports;
}

test('a slot shows what a remote fills it with', async () => {
  await show(async () => () => <p>uma recarga</p>);
  expect(screen.getByText('uma recarga')).toBeInTheDocument();
});

test('a slot that nobody fills shows its fallback', async () => {
  await show(async () => undefined);
  expect(screen.getByText('nenhuma')).toBeInTheDocument();
});

test('a slot that is slow shows its fallback meanwhile', async () => {
  await show(() => new Promise(() => undefined));
  expect(screen.getByText('nenhuma')).toBeInTheDocument();
});

test('a slot that breaks shows its fallback, the page goes on, and the reason is reported', async () => {
  const spy = rstest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error('broken');
  };
  const reports = await show(async () => Broken);
  expect(reports).toEqual(['slot home.activeRecharges: Error: broken']);
  expect(screen.getByText('nenhuma')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Página' })).toBeInTheDocument();
  spy.mockRestore();
});
