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

test('renders the component that a remote provides for a slot', async () => {
  await show(async () => () => <p>uma recarga</p>);
  expect(screen.getByText('uma recarga')).toBeInTheDocument();
});

test('shows the fallback of a slot that no remote fills', async () => {
  await show(async () => undefined);
  expect(screen.getByText('nenhuma')).toBeInTheDocument();
});

test('shows the fallback while a slot is loading', async () => {
  await show(() => new Promise(() => undefined));
  expect(screen.getByText('nenhuma')).toBeInTheDocument();
});

test('shows the fallback of a slot that throws, keeps the page and reports the error', async () => {
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
