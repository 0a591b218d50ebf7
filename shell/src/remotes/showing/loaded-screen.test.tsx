import { expect, rstest, test } from '@rstest/core';
import type { RunnableRemote } from '@shared/contract';
import { BrowserRouter, Link, Navigate, Route, Routes, useNavigate, useParams } from '@shared/router';
import { bundledRemoteAt, resetTurns } from '@shared/router/rendering';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useEffect, useState } from 'react';
import { watchConnectivity } from '../../connection/connectivity/watch-connectivity.ts';
import { bundledSource } from '../loading/bundled-source.ts';
import type { RemoteSource } from '../loading/remote-source.ts';
import { RemoteRoutes } from './loaded-screen.tsx';

const statement: RunnableRemote = {
  name: 'wallet',
  routes: [
    { path: 'extract', lazy: async () => ({ Component: () => <h1>Extrato</h1> }) },
    { path: 'extract/recharge/:id', lazy: async () => ({ Component: () => <h1>Transação</h1> }) },
  ],
};

/** Pushes, so that a step back returns to it. */
const OpensCoupons = () => <Navigate to="/brand/coupons" />;

async function show(source: Partial<RemoteSource>, path = '/brand/extract', store = createStore()) {
  const whole = { ...bundledSource([statement], () => undefined), ...source };
  const shell = (
    <>
      <nav>
        <Link to="/brand/extract/recharge/9">recibo</Link>
        <Link to="/brand/extract">extrato</Link>
      </nav>
      <RemoteRoutes source={whole} notFound={<p>nada aqui</p>} />
    </>
  );
  const router = createMemoryRouter([{ path: '/:brand/*', element: shell }], { initialEntries: [path] });
  // Awaited, so that suspended components are rendered too.
  await act(async () =>
    render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    ),
  );
}

/** Silences React, which logs every error that a boundary caught. */
function expectingErrors() {
  const spy = rstest.spyOn(console, 'error').mockImplementation(() => undefined);
  return () => spy.mockRestore();
}

test('shows a skeleton while a remote is loading', async () => {
  await show({ remoteAt: () => new Promise(() => undefined) });
  expect(screen.getByRole('status')).toHaveTextContent('Carregando');
});

test('shows the screen of the remote that owns the path', async () => {
  await show({});
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeInTheDocument();
});

test('navigates between the screens of a remote', async () => {
  await show({});
  await act(() => userEvent.click(screen.getByRole('link', { name: 'recibo' })));
  expect(await screen.findByRole('heading', { name: 'Transação' })).toBeInTheDocument();
});

test('keeps a screen, with its state, while only its parameters change', async () => {
  const Receipt = () => {
    const { id } = useParams();
    const [first] = useState(id);
    return (
      <>
        <h1>{`${first} ${id}`}</h1>
        <Link to="/brand/extract/recharge/a%2Fb">outro</Link>
      </>
    );
  };
  const receipts: RunnableRemote = {
    name: 'wallet',
    routes: [
      { path: 'extract', lazy: async () => ({ Component: () => <h1>Extrato</h1> }) },
      { path: 'extract/recharge/:id', lazy: async () => ({ Component: Receipt }) },
    ],
  };
  await show({ remoteAt: bundledRemoteAt([receipts]) });
  await act(() => userEvent.click(screen.getByRole('link', { name: 'recibo' })));
  expect(await screen.findByRole('heading', { name: '9 9' })).toBeInTheDocument();
  await act(() => userEvent.click(screen.getByRole('link', { name: 'outro' })));
  expect(await screen.findByRole('heading', { name: '9 a/b' })).toBeInTheDocument();
});

test("shows the shell's fallback for a path that no remote owns", async () => {
  await show({}, '/brand/unknown');
  expect(await screen.findByText('nada aqui')).toBeInTheDocument();
});

test("shows the shell's fallback for a path that the remote has no route for", async () => {
  await show({}, '/brand/extract/unknown');
  expect(await screen.findByText('nada aqui')).toBeInTheDocument();
});

test("keeps the shell working when a remote doesn't load, and can retry", async () => {
  const restore = expectingErrors();
  const reports: string[] = [];
  let down = true;
  await show({
    report: (error, where) => reports.push(`${where}: ${error}`),
    remoteAt: async () => {
      if (down) throw new Error('down');
      return bundledSource([statement], () => undefined).remoteAt('extract');
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Não foi possível abrir esta tela.');
  expect(screen.getByRole('navigation')).toBeInTheDocument();
  expect(reports).toEqual(['path extract: Error: down']);

  down = false;
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' })));
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeInTheDocument();
  restore();
});

test("offers to go back from a screen that doesn't load", async () => {
  const restore = expectingErrors();
  const remoteAt = async (segment: string) => {
    if (segment === 'extract') throw new Error('down');
    return undefined;
  };
  await show({ report: () => undefined, remoteAt });
  await act(async () => userEvent.click(await screen.findByRole('button', { name: 'Voltar' })));
  // The home, which isn't part of this test.
  expect(await screen.findByText('nada aqui')).toBeInTheDocument();
  restore();
});

test("offers no way back from a home that doesn't load", async () => {
  const restore = expectingErrors();
  await show({ report: () => undefined, remoteAt: () => Promise.reject(new Error('down')) }, '/brand/');
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Voltar' })).toBeNull();
  restore();
});

test('loads a screen again if the network was lost and returned before its load failed', async () => {
  const restore = expectingErrors();
  const store = createStore();
  const stop = watchConnectivity(store, async () => true);
  const first = Promise.withResolvers<undefined>();
  const loads = [() => first.promise, async () => Promise.reject(new Error('missing'))];
  const remoteAt = rstest.fn(async () => loads[remoteAt.mock.calls.length - 1]?.());
  await show({ report: () => undefined, remoteAt }, '/brand/extract', store);
  await act(async () => {
    dispatchEvent(new Event('online'));
  });
  expect(remoteAt).toHaveBeenCalledTimes(1);
  await act(async () => first.reject(new Error('offline')));
  // Nothing was lost during the second load.
  expect(await screen.findByRole('alert')).toHaveTextContent('Não foi possível abrir esta tela.');
  expect(remoteAt).toHaveBeenCalledTimes(2);
  stop();
  restore();
});

test('contains a screen that throws while rendering, and can retry', async () => {
  const restore = expectingErrors();
  let broken = true;
  const Fragile = () => {
    if (broken) throw new Error('broken');
    return <h1>Extrato</h1>;
  };
  await show({
    remoteAt: bundledRemoteAt([
      { name: 'wallet', routes: [{ path: 'extract', lazy: async () => ({ Component: Fragile }) }] },
    ]),
  });
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByRole('navigation')).toBeInTheDocument();

  broken = false;
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' })));
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeInTheDocument();
  restore();
});

test('contains a module without a component like any other failure', async () => {
  const restore = expectingErrors();
  const hollow: RunnableRemote = {
    ...statement,
    routes: [{ path: 'extract', lazy: async () => JSON.parse('{}') }],
  };
  await show(bundledSource([hollow], () => undefined));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  restore();
});

test('shows that it is still loading after 5 s', async () => {
  rstest.useFakeTimers();
  await show({ remoteAt: () => new Promise(() => undefined) });
  await act(() => rstest.advanceTimersByTimeAsync(4_900));
  expect(screen.queryByText(/Ainda carregando/)).not.toBeInTheDocument();
  await act(() => rstest.advanceTimersByTimeAsync(200));
  expect(screen.getByText(/Ainda carregando/)).toBeInTheDocument();
  rstest.useRealTimers();
});

test('stops two remotes that redirect to each other, and reports both', async () => {
  const restore = expectingErrors();
  let opened = 0;
  const redirecting = (name: string, path: string, to: string): RunnableRemote => ({
    name,
    routes: [
      {
        path,
        async lazy() {
          opened += 1;
          return { Component: () => (isLooping ? <Navigate to={`/brand/${to}`} /> : <h1>{name}</h1>) };
        },
      },
    ],
  });
  let isLooping = true;
  const reports: string[] = [];
  await show({
    report: (error) => reports.push(String(error)),
    remoteAt: bundledRemoteAt([
      redirecting('wallet', 'extract', 'coupons'),
      redirecting('account', 'coupons', 'extract'),
    ]),
  });
  expect(await screen.findByText('Não foi possível abrir esta tela.')).toBeInTheDocument();
  expect(reports).toEqual(['Error: endless redirects: account: coupons and wallet: extract']);
  expect(opened).toBeLessThan(12);

  isLooping = false;
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' })));
  expect(await screen.findByRole('heading')).toHaveTextContent(/wallet|account/);
  restore();
});

test('stops a remote that steps back in the history to one that opens it again', async () => {
  const restore = expectingErrors();
  let opened = 0;
  const Back = () => {
    const navigate = useNavigate();
    useEffect(() => {
      opened += 1;
      if (opened < 40) navigate(-1);
    }, [navigate]);
    return <h1>Cupons</h1>;
  };
  const remoteAt = bundledRemoteAt([
    { name: 'wallet', routes: [{ path: 'extract', lazy: async () => ({ Component: OpensCoupons }) }] },
    { name: 'account', routes: [{ path: 'coupons', lazy: async () => ({ Component: Back }) }] },
  ]);
  const reports: string[] = [];
  const source = {
    ...bundledSource([], () => undefined),
    remoteAt,
    report: (error: unknown) => reports.push(String(error)),
  };
  history.replaceState(null, '', '/brand/extract');
  const view = render(
    <Provider store={createStore()}>
      <BrowserRouter basename="">
        <Routes>
          <Route path="/:brand/*" element={<RemoteRoutes source={source} notFound={null} />} />
        </Routes>
      </BrowserRouter>
    </Provider>,
  );
  expect(await screen.findByText('Não foi possível abrir esta tela.')).toBeInTheDocument();
  expect(reports).toEqual(['Error: endless redirects: account: coupons and wallet: extract']);
  expect(opened).toBeLessThan(12);
  view.unmount();
  resetTurns();
  restore();
});

test('does not stop a user who opens many screens or steps back through them, nor boards that take turns', async () => {
  await show({});
  for (let turn = 0; turn < 7; turn += 1)
    for (const name of ['recibo', 'extrato']) {
      await act(() => userEvent.click(screen.getByRole('link', { name })));
      expect(await screen.findByRole('heading')).toBeInTheDocument();
    }
  rstest.useFakeTimers();
  for (let turn = 0; turn < 7; turn += 1)
    for (const name of ['recibo', 'extrato']) {
      await act(() => rstest.advanceTimersByTimeAsync(6_000));
      // Without the events of a user.
      await act(async () => screen.getByRole('link', { name }).click());
      await act(() => rstest.advanceTimersByTimeAsync(0));
      expect(screen.getByRole('heading')).toBeInTheDocument();
    }
  // The browser's back button, which the page can't see being pressed.
  for (let turn = 0; turn < 7; turn += 1)
    for (const name of ['recibo', 'extrato']) {
      await act(async () => screen.getByRole('link', { name }).click());
      await act(() => rstest.advanceTimersByTimeAsync(0));
      dispatchEvent(new PopStateEvent('popstate'));
      expect(screen.getByRole('heading')).toBeInTheDocument();
    }
  rstest.useRealTimers();
});
