/** The browser's history during a visit: going back after login, and scroll positions. */
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, QueryClientProvider } from '@shared/client';
import type { RunnableRemote } from '@shared/contract';
import { Link } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { mockCalls } from '@shared/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { requestedPathAtom } from './requested-path.ts';
import { Router } from './router.tsx';

const named = (name: string) => async () => ({
  Component: () => (
    <main>
      <h1>{name}</h1>
      <Link to="/brand/charger/7">site</Link>
      <Link to="/brand/login">login</Link>
      <Link to="/brand/qrcode">scan</Link>
    </main>
  ),
});
const published: RunnableRemote = {
  name: 'sites',
  routes: [
    { path: '', lazy: named('home') },
    { path: 'charger/:id', lazy: named('charger') },
    { path: 'qrcode', access: 'login', lazy: named('qrcode') },
  ],
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  rs.restoreAllMocks();
});

/** Opens a path as the address bar does. */
async function load(path: string) {
  cleanup();
  mockCalls({ 'GET /wallet/Balance': { uwalBalance: 1 } });
  history.pushState(null, '', path);
  const store = createStore();
  const source = bundledSource([published], () => {});
  source.watchScreenTable((screens) => store.set(screenTableAtom, screens));
  await act(async () =>
    render(
      <Provider store={store}>
        <QueryClientProvider client={createQueryClient()}>
          <Router source={source} hasHeader={false} basename="" />
        </QueryClientProvider>
      </Provider>,
    ),
  );
  const go = rs.spyOn(history, 'go').mockImplementation(() => {});
  return {
    store,
    back: () => go.mock.calls.map(([steps]) => steps),
    logIn: () => act(async () => store.set(sessionAtom, { status: 'user', token: 'a' })),
  };
}
const follow = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  await act(async () => link.click());
};
const isShown = (name: string) => screen.findByRole('heading', { name });

test('login goes back to the screen that linked to it, without a history entry of its own', async () => {
  const { back, logIn } = await load('/brand/');
  await follow('site');
  await isShown('charger');
  await follow('login');
  await screen.findByRole('button', { name: 'Entrar' });
  await logIn();
  expect(back()).toEqual([-1]);
});

test('login goes back to the first screen even after a visit to the registration screen', async () => {
  const { back, logIn } = await load('/brand/charger/7');
  await follow('login');
  await follow('Criar conta');
  await follow('Fazer login');
  await screen.findByRole('button', { name: 'Entrar' });
  await logIn();
  expect(back()).toEqual([-1]);
});

test('login is replaced by the screen that requires it', async () => {
  const { back, logIn } = await load('/brand/');
  await follow('scan');
  await screen.findByRole('button', { name: 'Entrar' });
  await logIn();
  await isShown('qrcode');
  expect(location.pathname).toBe('/brand/qrcode');
  expect(back()).toEqual([]);
});

test("returns from a login opened by URL to the guest's last screen", async () => {
  const firstVisit = await load('/brand/');
  await follow('site');
  await isShown('charger');
  expect(firstVisit.back()).toEqual([]);
  const { back, logIn } = await load('/brand/login');
  await screen.findByRole('button', { name: 'Entrar' });
  await logIn();
  await isShown('charger');
  expect(back()).toEqual([]);
});

test('a path requested outside the router replaces the history entry if it is already open', async () => {
  const { store } = await load('/brand/');
  const goTo = (path: string) => act(async () => store.set(requestedPathAtom, path));
  const entriesBefore = history.length;
  await goTo('/brand/charger/7');
  await isShown('charger');
  expect(history.length).toBe(entriesBefore + 1);
  await goTo('/brand/charger/7');
  expect(history.length).toBe(entriesBefore + 1);
});

test('another path in the same tab starts at the top, and the same path at its last position', async () => {
  const scrolled = rs.spyOn(window, 'scrollTo').mockImplementation(() => {});
  await load('/brand/');
  await isShown('home');
  Object.assign(window, { scrollY: 640 });
  act(() => {
    dispatchEvent(new Event('scroll'));
    dispatchEvent(new Event('pagehide'));
  });
  // A new page load starts at the top.
  Object.assign(window, { scrollY: 0 });
  scrolled.mockClear();
  await load('/brand/charger/7');
  expect(scrolled).toHaveBeenCalledWith(0, 0);
  scrolled.mockClear();
  await load('/brand/');
  expect(scrolled).toHaveBeenCalledWith(0, 640);
});

test('keeps the position to which the user scrolled a prerendered page before the app ran', async () => {
  const scrolled = rs.spyOn(window, 'scrollTo').mockImplementation(() => {});
  Object.assign(window, { scrollY: 320 });
  await load('/brand/vehicles');
  expect(scrolled).toHaveBeenCalledWith(0, 320);
  Object.assign(window, { scrollY: 0 });
});
