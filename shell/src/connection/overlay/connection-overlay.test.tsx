import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { liveConnectionAtom, onlineAtom, sessionAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { continuesAtom, pollsAtom } from '../live/polls.ts';
import { ConnectionOverlay } from './connection-overlay.tsx';

let store: ReturnType<typeof createStore>;
beforeEach(() => {
  rs.useFakeTimers();
  store = createStore();
});
afterEach(() => {
  rs.useRealTimers();
});

const show = (beside = false) =>
  render(
    <Provider store={store}>
      <input aria-label="typed" defaultValue="" />
      <ConnectionOverlay beside={beside} />
    </Provider>,
  );
const pass = (ms: number) => act(() => rs.advanceTimersByTime(ms));
const set = (connection: 'idle' | 'connecting' | 'open') =>
  act(() => store.set(liveConnectionAtom, connection));
const logIn = () => store.set(sessionAtom, { status: 'user', token: 'a' });

test('ignores a quick reconnect, and is shown during a longer one until the connection is open', () => {
  logIn();
  show();
  set('open');
  set('connecting');
  pass(1400);
  expect(screen.queryByText('Desconectado')).toBeNull();
  pass(200);
  expect(screen.getByRole('dialog', { name: 'Desconectado' })).toHaveTextContent('Conectando...');
  set('open');
  expect(screen.queryByRole('dialog')).toBeNull();
  set('connecting');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keeps the page under the dialog mounted', () => {
  logIn();
  show();
  const field = screen.getByLabelText<HTMLInputElement>('typed');
  field.value = 'half a word';
  set('connecting');
  pass(2000);
  expect(screen.getByLabelText('typed')).toBe(field);
});

test('is shown to a guest only while the page is offline', () => {
  show();
  pass(5000);
  expect(screen.queryByText('Desconectado')).toBeNull();
  act(() => store.set(onlineAtom, false));
  pass(1600);
  expect(screen.getByRole('dialog', { name: 'Desconectado' })).toBeInTheDocument();
  act(() => store.set(onlineAtom, true));
  expect(screen.queryByText('Desconectado')).toBeNull();
});

test('is not shown for a network loss that ends within the grace period', () => {
  show();
  act(() => store.set(onlineAtom, false));
  pass(1400);
  act(() => store.set(onlineAtom, true));
  act(() => store.set(onlineAtom, false));
  pass(1400);
  expect(screen.queryByText('Desconectado')).toBeNull();
});

test('offers to continue once calls succeed, which leaves a strip until the connection is open', () => {
  logIn();
  show();
  set('connecting');
  pass(1600);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => store.set(pollsAtom, 1));
  act(() => screen.getByRole('button', { name: 'Continuar assim mesmo' }).click());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('Desconectado · Conectando...');
  set('open');
  expect(screen.queryByRole('status')).toBeNull();
});

test('is a dialog without an offer while the page is offline, also for a user who continues', () => {
  logIn();
  show();
  set('connecting');
  act(() => {
    store.set(pollsAtom, 1);
    store.set(continuesAtom, true);
    store.set(onlineAtom, false);
  });
  pass(1600);
  expect(screen.getByRole('dialog', { name: 'Desconectado' })).toBeInTheDocument();
  expect(screen.queryByRole('button')).toBeNull();
});

test('is a panel instead of a dialog on a board', () => {
  logIn();
  show(true);
  pass(1600);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('DesconectadoConectando...');
});
