import { beforeEach, expect, test } from '@rstest/core';
import { createQueryClient, QueryClientProvider } from '@shared/client';
import { defineRemote } from '@shared/contract';
import { Link } from '@shared/router';
import { createMemoryRouter, RouterProvider } from '@shared/router/testing';
import { expiredAtom, sessionAtom } from '@shared/state';
import { answerCalls } from '@shared/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useLayoutEffect } from 'react';
import { logoPendingAtom } from '../brand/logo-pending.ts';
import { bundledSource } from '../remotes/bundled-source.ts';
import { Screens } from './screens.tsx';

const named = (name: string) => async () => ({
  Component: () => (
    <main>
      <h1>{name}</h1>
      <Link to="/brand/charger/7?dist=20">site</Link>
    </main>
  ),
});
const screens = (segments: ('' | 'charger' | 'qrcode' | 'extract' | 'userProfile' | 'paymentMethods')[]) =>
  defineRemote({
    name: 'sites',
    segments,
    routes: segments.map((segment) => ({
      path: segment === 'charger' ? 'charger/:id' : segment,
      lazy: named(segment || 'home'),
    })),
  });
const published = screens(['', 'charger', 'qrcode', 'extract']);

beforeEach(() => sessionStorage.clear());

interface Shown {
  loggedIn?: boolean;
  hasHeader?: boolean;
  remote?: typeof published;
  /** Runs as the screens are drawn for the first time, before their effects. */
  asDrawn?: (store: ReturnType<typeof createStore>) => void;
}

async function show(at: string, shown: Shown = {}) {
  const { loggedIn = false, hasHeader = true, remote = published, asDrawn } = shown;
  answerCalls({ 'GET /wallet/Balance': { uwalBalance: 1234.5 } });
  const store = createStore();
  store.set(logoPendingAtom, false);
  const logIn = () =>
    store.set(sessionAtom, {
      status: 'user',
      token: 'a',
      user: { id: '1', name: 'Ana Braga Luz', email: '' } as never,
    });
  if (loggedIn) logIn();
  const source = bundledSource([remote], () => {});
  function Drawn() {
    useLayoutEffect(() => asDrawn?.(store), []);
    return <Screens source={source} hasHeader={hasHeader} />;
  }
  const element = <Drawn />;
  const router = createMemoryRouter([{ path: '/:brand/*', element }], { initialEntries: [at] });
  await act(async () =>
    render(
      <Provider store={store}>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Provider>,
    ),
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { store, router, address, logIn, user: userEvent.setup() };
}
const heading = (name: string) => screen.findByRole('heading', { name });

test('a guest who wants to scan is sent to log in and comes back to where they wanted to go, query and all', async () => {
  const { address, logIn } = await show('/brand/qrcode?from=poster');
  expect(await screen.findByRole('heading', { name: 'Faça seu login' })).toBeInTheDocument();
  expect(address()).toBe('/brand/login');
  await act(async () => logIn());
  expect(await heading('qrcode')).toBeInTheDocument();
  expect(address()).toBe('/brand/qrcode?from=poster');
});

test('whoever makes an account on the way to login comes to where they wanted to go all the same', async () => {
  const { address, logIn, user } = await show('/brand/qrcode?from=poster');
  const follow = async (name: string) => {
    const link = await screen.findByRole('link', { name });
    await act(() => user.click(link));
  };
  await follow('Criar conta');
  await follow('Fazer login');
  expect(await screen.findByRole('button', { name: 'Entrar' })).toBeInTheDocument();
  await act(async () => logIn());
  expect(await heading('qrcode')).toBeInTheDocument();
  expect(address()).toBe('/brand/qrcode?from=poster');
});

test('a guest who goes to log in from a page comes back to that page', async () => {
  const { router, address, logIn } = await show('/brand/charger/7?dist=20');
  await heading('charger');
  await act(() => router.navigate('/brand/login'));
  await act(async () => logIn());
  await heading('charger');
  expect(address()).toBe('/brand/charger/7?dist=20');
});

test('a stored path that leads elsewhere is dropped: login leads home', async () => {
  sessionStorage.setItem('returnTo', '//evil.example/brand/');
  const { address } = await show('/brand/login', { loggedIn: true });
  await heading('home');
  expect(address()).toBe('/brand/');
});

test('the statement sends a guest home, and an unknown path anyone', async () => {
  const guest = await show('/brand/extract');
  expect(guest.address()).toBe('/brand/');
  const user = await show('/brand/nonsense/7', { loggedIn: true });
  expect(user.address()).toBe('/brand/');
});

test('an unknown path of a published screen leads home too', async () => {
  const { address } = await show('/brand/qrcode/1/2/3', { loggedIn: true });
  await waitFor(() => expect(address()).toBe('/brand/'));
});

test('a refused session leads from anywhere to login, and back', async () => {
  const { store, address, logIn } = await show('/brand/charger/7', { loggedIn: true });
  await heading('charger');
  await act(async () => {
    store.set(expiredAtom, true);
    store.set(sessionAtom, { status: 'guest' });
  });
  expect(address()).toBe('/brand/login');
  await act(async () => logIn());
  await heading('charger');
});

test('a session that is refused in the moment in which the home is drawn leads to login as well', async () => {
  const { address } = await show('/brand/', {
    loggedIn: true,
    asDrawn(store) {
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
    },
  });
  expect(address()).toBe('/brand/login');
});

test('a screen that is not published says so calmly', async () => {
  const { address } = await show('/brand/coupons', { loggedIn: true });
  expect(await heading('Esta parte ainda não está disponível.')).toBeInTheDocument();
  expect(address()).toBe('/brand/coupons');
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/brand/');
});

test('an unknown board has a screen of its own', async () => {
  await show('/brand/viewers/nonsense');
  expect(await heading('Este painel não existe.')).toBeInTheDocument();
});

test('after a navigation the focus is on the heading of the new screen', async () => {
  const { user } = await show('/brand/');
  await heading('home');
  expect(document.body).toHaveFocus();
  await act(() => user.click(screen.getByRole('link', { name: 'site' })));
  await heading('charger');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'charger' })).toHaveFocus());
});

test('the header of a guest offers the login', async () => {
  await show('/brand/');
  expect(await screen.findByRole('link', { name: 'Faça o login' })).toHaveAttribute('href', '/brand/login');
});

test('the header of a user shows balance and statement, and hides the balance on request', async () => {
  const { user } = await show('/brand/', { loggedIn: true });
  expect(await screen.findByText(/R\$\s1\.234,50/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Exibir extrato' })).toHaveAttribute(
    'href',
    '/brand/extract',
  );
  await user.click(screen.getByRole('button', { name: 'Ocultar saldo' }));
  expect(screen.queryByText(/1\.234,50/)).toBeNull();
  expect(screen.getByText('Saldo oculto')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mostrar saldo' }));
  expect(screen.getByText(/1\.234,50/)).toBeInTheDocument();
});

test('what is not published is not offered: the way out is in a menu until there is a profile', async () => {
  const { user, store } = await show('/brand/', { loggedIn: true });
  await user.click(await screen.findByText('Ana B.'));
  expect(screen.queryByRole('link', { name: 'Adicionar' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
});

test('once published, profile and top-up appear by themselves', async () => {
  await show('/brand/', { loggedIn: true, remote: screens(['', 'userProfile', 'paymentMethods']) });
  expect(await screen.findByRole('link', { name: 'Ana B.' })).toHaveAttribute('href', '/brand/userProfile');
  expect(await screen.findByRole('link', { name: 'Adicionar' })).toHaveAttribute(
    'href',
    '/brand/paymentMethods',
  );
  expect(screen.queryByRole('button', { name: 'Sair' })).toBeNull();
});

test('other screens, and standalone pages, have no header of the shell', async () => {
  await show('/brand/charger/7');
  await heading('charger');
  expect(screen.queryByRole('banner')).toBeNull();
  await show('/brand/', { hasHeader: false });
  expect(screen.queryByRole('banner')).toBeNull();
});

test('a standalone page whose remote has no home says so there, and is where one logs out', async () => {
  const { store, user } = await show('/brand/', {
    hasHeader: false,
    loggedIn: true,
    remote: screens(['extract']),
  });
  await heading('Qual tela você quer abrir?');
  await user.click(screen.getByRole('button', { name: 'Sair' }));
  expect(store.get(sessionAtom)).toEqual({ status: 'guest' });
  expect(screen.queryByRole('button')).toBeNull();
});
