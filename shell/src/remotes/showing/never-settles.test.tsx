/** Parts of the page that neither load nor fail. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { defineSlot, fillSlot, type RunnableRemote } from '@shared/contract';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { Slot, slotHostAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { type ReactNode, use } from 'react';
import { placeText } from '../../errors/report.ts';
import { bundledSource } from '../loading/bundled-source.ts';
import { abandonContainer } from '../loading/load-container.ts';
import { registrySource } from '../loading/registry-source.ts';
import { fakeEntry } from '../registry/fake-registry.testing.ts';
import { LoadedScreen, RemoteRoutes } from './loaded-screen.tsx';
import { slotHost } from './slot-host.tsx';

const FAILURE = 'Não foi possível abrir esta tela.';
const LIMIT_MS = 120_000;
const offers = defineSlot('recharge.offers');
const never = new Promise<never>(() => {});

beforeEach(() => {
  rs.useFakeTimers();
  rs.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  rs.useRealTimers();
  rs.restoreAllMocks();
  document.head.replaceChildren();
});

const Suspending = (): ReactNode => use(never);
const pass = (ms: number) => act(() => rs.advanceTimersByTimeAsync(ms));

async function show(versions: Record<string, () => ReactNode>, path = 'extract') {
  const counts: string[] = [];
  const [live = '', previous] = Object.keys(versions);
  const version = (name: string) => ({ version: name, fills: [offers.name] });
  const source = registrySource({
    report: () => {},
    wait: async () => {},
    preload: () => {},
    count: (outcome, where) => outcome !== 'opened' && counts.push(`${outcome} ${placeText(where)}`),
    load: async (name, { version }): Promise<RunnableRemote> => {
      const Component = () => versions[version]?.();
      return {
        name,
        routes: [{ path: 'extract', lazy: async () => ({ Component }) }],
        fills: [fillSlot(offers, async () => ({ Component }))],
      };
    },
    fetchRegistry: async () => ({
      remotes: [fakeEntry(version(live), previous === undefined ? undefined : version(previous))],
      refused: [],
    }),
  });
  const store = createStore();
  store.set(slotHostAtom, slotHost(source));
  const page = (
    <Provider store={store}>
      <RemoteRoutes source={source} notFound={<Slot of={offers} props={{}} fallback="vazio" />} />
    </Provider>
  );
  const router = createMemoryRouter([{ path: '/:brand/*', element: page }], {
    initialEntries: [`/marca/${path}`],
  });
  await act(async () => render(<RouterProvider router={router} />));
  await pass(0);
  return counts;
}

test('a screen that suspends for ever is counted against its version and replaced by the previous one', async () => {
  const counts = await show({ v2: Suspending, v1: () => <h1>Extrato</h1> });
  expect(screen.getByRole('status')).toHaveTextContent('Carregando');
  await pass(LIMIT_MS - 1_000);
  expect(counts).toEqual([]);
  await pass(2_000);
  expect(screen.getByRole('heading', { name: 'Extrato' })).toBeVisible();
  expect(counts).toEqual(['renderFailed remote wallet v2: screen extract']);
});

test('a screen that suspends for ever offers a retry, which starts from scratch', async () => {
  let Current = Suspending;
  await show({ v2: () => <Current /> });
  await pass(LIMIT_MS + 1_000);
  expect(screen.getByText(FAILURE)).toBeVisible();
  Current = () => <h1>Extrato</h1>;
  await act(async () => screen.getByRole('button', { name: 'Tentar novamente' }).click());
  await pass(0);
  expect(screen.getByRole('heading', { name: 'Extrato' })).toBeVisible();
});

test('a screen that loads for 30 s offers a new start of the page, and still shows if it loads later', async () => {
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const reload = rs.spyOn(location, 'reload').mockImplementation(() => {});
  await show({
    v2: () => {
      use(loaded);
      return <h1>Extrato</h1>;
    },
  });
  await pass(29_000);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await pass(2_000);
  expect(screen.getByText(/Ainda carregando/)).toBeVisible();
  screen.getByRole('button', { name: 'Tentar novamente' }).click();
  expect(reload).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  await pass(1_000);
  expect(screen.getByRole('heading', { name: 'Extrato' })).toBeVisible();
});

test("a slot's part that suspends for ever shows its fallback, and is counted", async () => {
  const counts = await show({ v2: Suspending }, 'unknown');
  expect(screen.getByText('vazio')).toBeVisible();
  await pass(LIMIT_MS + 1_000);
  expect(screen.getByText('vazio')).toBeVisible();
  expect(counts).toEqual(['renderFailed remote wallet v2: slot recharge.offers']);
});

test('a screen of the shell fails after 120 s if its stylesheet never settles, and its import can be retried', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
  // Without the attribute the test's document requests nothing.
  Object.defineProperties(link, { href: { value: '/static/a.css' }, sheet: { value: null } });
  const failed = rs.fn();
  link.addEventListener('error', failed);
  const load = () => {
    document.head.append(link);
    return never;
  };
  const page = (
    <LoadedScreen load={load} where="login" report={() => {}}>
      {() => null}
    </LoadedScreen>
  );
  const router = createMemoryRouter([{ path: '*', element: page }]);
  await act(async () => render(<RouterProvider router={router} />));
  expect(failed).not.toHaveBeenCalled();
  await pass(LIMIT_MS + 1_000);
  expect(screen.getByText(FAILURE)).toBeVisible();
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a screen of a standalone page fails after 120 s if its code never arrives', async () => {
  const lazy = () => never;
  const source = bundledSource([{ name: 'wallet', routes: [{ path: 'extract', lazy }] }], () => {});
  const element = <RemoteRoutes source={source} notFound={null} />;
  const router = createMemoryRouter([{ path: '/:brand/*', element }], { initialEntries: ['/marca/extract'] });
  await act(async () => render(<RouterProvider router={router} />));
  await pass(LIMIT_MS + 1_000);
  expect(screen.getByText(FAILURE)).toBeVisible();
});

test("a version that is given up fails the scripts that it still waits for, and no other version's", () => {
  const failed: string[] = [];
  for (const src of ['/remotes/wallet/2.0.0-aa/page.js', '/remotes/wallet/1.0.0-aa/page.js']) {
    // Of a type that the test's document doesn't load.
    const script = Object.assign(document.createElement('script'), { type: 'text/plain', src });
    script.addEventListener('error', () => failed.push(src));
    document.head.append(script);
  }
  const { live } = fakeEntry({ version: '2.0.0-aa' });
  const entry = { ...live.entry, url: '/remotes/wallet/2.0.0-aa/entry.js' };
  abandonContainer('wallet', { ...live, entry });
  expect(failed).toEqual(['/remotes/wallet/2.0.0-aa/page.js']);
});
