import { expect, rstest, test } from '@rstest/core';
import { defineSlot } from '@shared/contract';
import { Slot, slotHostAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { useState } from 'react';
import { bundledSource } from '../loading/bundled-source.ts';
import type { RemoteSource } from '../loading/remote-source.ts';
import { slotHost } from './slot-host.tsx';

const activeRecharges = defineSlot<object>('home.activeRecharges');

async function show(slot: RemoteSource['slot'], fallback = <p>nenhuma</p>) {
  const reports: string[] = [];
  const source: RemoteSource = {
    ...bundledSource([], (error, where) => reports.push(`${where}: ${error}`)),
    slot,
  };
  const store = createStore();
  store.set(slotHostAtom, slotHost(source));
  const page = (
    <Provider store={store}>
      <h1>Página</h1>
      <Slot of={activeRecharges} props={{}} fallback={fallback} />
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

test('reports an error of the fallback of a slot that no remote fills', async () => {
  const spy = rstest.spyOn(console, 'error').mockImplementation(() => undefined);
  function Fragile() {
    const [isBroken, setBroken] = useState(false);
    if (isBroken) throw new Error('broken');
    return (
      <button type="button" onClick={() => setBroken(true)}>
        nenhuma
      </button>
    );
  }
  const reports = await show(async () => undefined, <Fragile />);
  act(() => screen.getByRole('button').click());
  expect(reports).toEqual(['slot home.activeRecharges: Error: broken']);
  expect(screen.getByRole('button')).toHaveTextContent('nenhuma');
  spy.mockRestore();
});
