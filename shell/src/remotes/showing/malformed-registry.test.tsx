/**
 * Sets each field of a registry to malformed values in turn: the page shows the screen or its own
 * failure, never another remote's failure.
 */
import { afterEach, expect, rs, test } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { RegistryEntry, RegistryList, readEntries } from '@shared/registry';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { malformedPlaces, missingPlaces } from '@shared/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { registrySource } from '../loading/registry-source.ts';
import { fakeFile, fakeVersion } from '../registry/fake-registry.testing.ts';
import { RemoteRoutes } from './loaded-screen.tsx';

const heading = (name: string, path: string, words: string): RunnableRemote => ({
  name,
  routes: [{ path, lazy: async () => ({ Component: () => <h1>{words}</h1> }) }],
});
const wallet = heading('wallet', 'extract', 'Extrato');
const account = heading('account', 'userProfile', 'Perfil');

const version = (name: string) => ({
  ...fakeVersion({ version: name, fills: ['start.coupons'] }),
  container: 'standard',
  global: 'wallet',
  modules: { extract: './Extract' },
  title: 'Wallet',
  owner: { team: 'Wallet', contact: 'wallet@a.example' },
  budgetKb: 40,
  screens: [
    {
      segment: 'extract',
      title: 'Statement',
      access: 'home',
      unattended: true,
      parts: ['recharge'],
      routes: ['extract'],
    },
  ],
  preload: { '*': [fakeFile(`wallet/${name}/chunk.js`)] },
  prerender: fakeFile(`wallet/${name}/prerender.js`),
});
const entry = {
  name: 'wallet',
  live: version('v2'),
  previous: version('v1'),
  candidate: {
    release: version('v3'),
    traffic: 5,
    target: { brands: ['aurora'], sites: ['18'], accounts: ['staff'], screens: 5 },
  },
};
const withdrawn = [{ name: 'wallet', version: 'v0', reason: 'it failed', at: '2026-01-05T13:00:00Z' }];
const other = { name: 'account', live: fakeVersion({ version: 'a1', segments: ['userProfile'] }) };
const read = (registry: unknown) => {
  const list = RegistryList.safeParse(registry).data;
  return list ? readEntries(list, []) : 'unreadable';
};

afterEach(() => {
  rs.restoreAllMocks();
});

async function show(registry: unknown, path: string) {
  const source = registrySource({
    report: () => {},
    wait: async () => {},
    preload: () => {},
    count: () => {},
    load: async (name) => (name === 'account' ? account : wallet),
    fetchRegistry: async () => readEntries(RegistryList.parse(registry), []),
  });
  const element = <RemoteRoutes source={source} notFound={<p>nada aqui</p>} />;
  const router = createMemoryRouter([{ path: '/:brand/*', element }], { initialEntries: [`/marca/${path}`] });
  await act(async () => render(<RouterProvider router={router} />));
}

test('covers every field of an entry', () => {
  expect(RegistryEntry.safeParse(entry).error).toBeUndefined();
  expect(missingPlaces(entry, (value) => RegistryEntry.safeParse(value))).toEqual([]);
});

for (const { place, responses } of malformedPlaces({ remotes: [entry, other], withdrawn }, read))
  test(`shows the screen or its failure when ${place} of the registry is unreadable`, async () => {
    rs.spyOn(console, 'error').mockImplementation(() => {});
    for (const registry of responses) {
      await show(registry, 'extract');
      expect(await screen.findByText(/Extrato|nada aqui|Não foi possível abrir esta tela/)).toBeVisible();
      cleanup();
      const isEmpty = RegistryList.safeParse(registry).data?.remotes.length === 0;
      const isList = place !== 'all of it' && place !== 'remotes';
      await show(registry, 'userProfile');
      const expected = isList
        ? /Perfil/
        : isEmpty
          ? /nada aqui/
          : /Não foi possível abrir esta tela|nada aqui/;
      expect(await screen.findByText(expected)).toBeVisible();
      cleanup();
    }
  });

test('shows the screen when only previous is unreadable', async () => {
  await show({ remotes: [{ ...entry, previous: 'v1' }] }, 'extract');
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
});
