/** Each way in which a remote's part can fail while it is on the page. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { defineSlot, fillSlot, type RunnableRemote } from '@shared/contract';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { Slot, slotHostAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { Component, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { placeText } from '../../errors/report.ts';
import { registrySource } from '../loading/registry-source.ts';
import { fakeEntry } from '../registry/fake-registry.testing.ts';
import { RemoteRoutes } from './loaded-screen.tsx';
import { slotHost } from './slot-host.tsx';

const coupons = defineSlot('start.coupons');
const notices = defineSlot('recharge.notices');
const FAILURE = 'Não foi possível abrir esta tela.';

/** React logs every error that a boundary caught. */
beforeEach(() => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  rs.restoreAllMocks();
});

const FAULTS: Record<string, () => ReactNode> = {
  'throws on render': () => {
    throw new Error('broken');
  },
  'throws in an effect': function Broken() {
    useEffect(() => {
      throw new Error('broken');
    }, []);
    return <h1>Novo</h1>;
  },
  'throws in a layout effect': function Broken() {
    useLayoutEffect(() => {
      throw new Error('broken');
    }, []);
    return <h1>Novo</h1>;
  },
  'renders itself in an endless loop': function Loop() {
    const [count, setCount] = useState(0);
    setCount(count + 1);
    return <h1>Novo</h1>;
  },
  'updates itself in an endless loop of layout effects': function Loop() {
    const [count, setCount] = useState(0);
    useLayoutEffect(() => setCount(count + 1));
    return <h1>Novo</h1>;
  },
  'renders something that React cannot show': () => JSON.parse('{}'),
};

const walletOf = (Component: () => ReactNode): RunnableRemote => ({
  name: 'wallet',
  routes: [{ path: 'extract', lazy: async () => ({ Component }) }],
  fills: [fillSlot(coupons, async () => ({ Component }))],
});
const accountRemote: RunnableRemote = {
  name: 'account',
  routes: [{ path: 'coupons', lazy: async () => ({ Component: () => <h1>Cupons</h1> }) }],
};

/** Renders a path. The wallet has the given versions, the live one first. */
async function show(versions: Record<string, () => ReactNode>, path = 'extract') {
  const reports: string[] = [];
  const [live = '', previous] = Object.keys(versions);
  const version = (name: string) => ({ version: name, fills: [coupons.name] });
  const wallet = fakeEntry(version(live), previous === undefined ? undefined : version(previous));
  const account = { ...fakeEntry({ version: 'a1', segments: ['coupons'] }), name: 'account' };
  const source = registrySource({
    report: (_error, where) => reports.push(placeText(where)),
    wait: async () => {},
    preload: () => {},
    count: () => {},
    load: async (name, { version }) =>
      name === 'account' ? accountRemote : walletOf(() => versions[version]?.()),
    fetchRegistry: async () => ({ remotes: [wallet, account], refused: [] }),
  });
  const store = createStore();
  store.set(slotHostAtom, slotHost(source));
  const page = (
    <Provider store={store}>
      <nav>Menu</nav>
      <RemoteRoutes source={source} notFound={<Slot of={coupons} props={{}} fallback="vazio" />} />
    </Provider>
  );
  const router = createMemoryRouter([{ path: '/:brand/*', element: page }], {
    initialEntries: [`/marca/${path}`],
  });
  await act(async () => render(<RouterProvider router={router} />));
  return { reports, open: (path: string) => act(() => router.navigate(`/marca/${path}`)) };
}

const Working = (): ReactNode => <h1>Extrato</h1>;

for (const [fault, Broken] of Object.entries(FAULTS)) {
  test(`a screen that ${fault} is replaced by the previous version's, and the report names the version`, async () => {
    const { reports } = await show({ v2: Broken, v1: Working });
    expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
    expect(reports).toEqual(['remote wallet v2: screen extract']);
  });

  test(`a screen that ${fault} offers a retry in its own place if there is no other version`, async () => {
    let Current = Broken;
    const { reports, open } = await show({ v2: () => <Current key={Current.name} /> });
    expect(await screen.findByText(FAILURE)).toBeVisible();
    expect(screen.getByRole('navigation')).toBeVisible();
    expect(reports).toEqual(['remote wallet v2: screen extract']);
    await open('coupons');
    expect(await screen.findByRole('heading', { name: 'Cupons' })).toBeVisible();

    await open('extract');
    Current = Working;
    await act(() => userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' })));
    expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
  });
}

test('a slot that the registry names and the remote does not have shows its fallback, and is reported', async () => {
  const entry = fakeEntry({ version: 'v2', fills: [notices.name] });
  const reports: string[] = [];
  const source = registrySource({
    report: (error, where) => reports.push(`${placeText(where)}: ${error}`),
    wait: async () => {},
    preload: () => {},
    count: () => {},
    load: async () => walletOf(Working),
    fetchRegistry: async () => ({ remotes: [entry], refused: [] }),
  });
  const store = createStore();
  store.set(slotHostAtom, slotHost(source));
  const slot = <Slot of={notices} props={{}} fallback="vazio" />;
  await act(async () => render(<Provider store={store}>{slot}</Provider>));
  expect(screen.getByText('vazio')).toBeVisible();
  expect(reports[0]).toBe('remote wallet v2: TypeError: the module has no Component');
});

test("a slot's part that throws is replaced by the previous version's", async () => {
  const { reports } = await show({ v2: FAULTS['throws on render'] ?? Working, v1: Working }, 'unknown');
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
  expect(reports).toEqual(['remote wallet v2: slot start.coupons']);
});

test('a slot shows its fallback when every version of its part throws', async () => {
  const Broken = FAULTS['throws on render'] ?? Working;
  const { reports } = await show({ v2: Broken, v1: Broken }, 'unknown');
  expect(await screen.findByText('vazio')).toBeVisible();
  expect(reports).toEqual(['remote wallet v2: slot start.coupons', 'remote wallet v1: slot start.coupons']);
});

test('a version that failed is not used again until every version has failed', async () => {
  let isBroken = true;
  const Broken = () => {
    if (isBroken) throw new Error('broken');
    return <h1>Novo</h1>;
  };
  let Previous = Working;
  const { open } = await show({ v2: Broken, v1: () => <Previous key={Previous.name} /> });
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
  isBroken = false;
  await open('coupons');
  await open('extract');
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();

  Previous = FAULTS['throws on render'] ?? Working;
  await open('coupons');
  await open('extract');
  expect(await screen.findByText(FAILURE)).toBeVisible();
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' })));
  expect(await screen.findByRole('heading', { name: 'Novo' })).toBeVisible();
});

const broken = () => {
  throw new Error('broken');
};
const LEAVING: Record<string, () => ReactNode> = {
  'the cleanup of an effect': function Left() {
    useEffect(() => broken, []);
    return <h1>Extrato</h1>;
  },
  'the cleanup of a layout effect': function Left() {
    useLayoutEffect(() => broken, []);
    return <h1>Extrato</h1>;
  },
  componentWillUnmount: () => <LeftComponent />,
  'a ref': () => <h1 ref={() => broken}>Extrato</h1>,
};
class LeftComponent extends Component {
  override componentWillUnmount = broken;
  override render = () => <h1>Extrato</h1>;
}

for (const [where, Left] of Object.entries(LEAVING))
  test(`a screen that throws in ${where} when it is left does not replace the destination, and is reported`, async () => {
    const { reports, open } = await show({ v2: Left });
    expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();
    for (const path of ['coupons', 'extract', 'coupons']) await open(path);
    expect(await screen.findByRole('heading', { name: 'Cupons' })).toBeVisible();
    expect(screen.queryByText(FAILURE)).not.toBeInTheDocument();
    expect(reports).toEqual(Array(2).fill('leaving wallet: extract'));
  });

for (const [fault, fillings] of Object.entries({
  'does not load': { wallet: undefined, account: Working },
  throws: { wallet: broken, account: Working },
}))
  test(`a slot is filled by the second filler if the first one ${fault}`, async () => {
    const fillers: Record<string, (() => ReactNode) | undefined> = fillings;
    const entries = Object.keys(fillers).map((name) => ({
      ...fakeEntry({ version: 'v1', segments: [name], fills: [coupons.name] }),
      name,
    }));
    const source = registrySource({
      report: () => {},
      wait: async () => {},
      preload: () => {},
      count: () => {},
      async load(name) {
        const Component = fillers[name];
        if (!Component) throw new Error('down');
        return walletOf(Component);
      },
      fetchRegistry: async () => ({ remotes: entries, refused: [] }),
    });
    const store = createStore();
    store.set(slotHostAtom, slotHost(source));
    const slot = <Slot of={coupons} props={{}} fallback="vazio" />;
    await act(async () => render(<Provider store={store}>{slot}</Provider>));
    expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeVisible();

    fillers.account = broken;
    await act(async () => render(<Provider store={store}>{slot}</Provider>));
    expect(await screen.findByText('vazio')).toBeVisible();
  });
