import { expect, test } from '@rstest/core';
import { onlineAtom, toastsAtom } from '@shared/state';
import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { useFailureToast } from './use-failure-toast.ts';

function show(initial: { data: unknown; isError: boolean }) {
  const store = createStore();
  const outcomes: boolean[] = [];
  const refetch = async () => ({ isError: outcomes.shift() ?? false });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { rerender, unmount } = renderHook((query) => useFailureToast({ ...query, refetch }, 'Sem rede'), {
    wrapper,
    initialProps: initial,
  });
  const toasts = () => store.get(toastsAtom);
  /** Presses the toast's retry, which dismisses it first. */
  const retry = async (failsAgain: boolean) => {
    outcomes.push(failsAgain);
    const [pressed] = toasts();
    store.set(toastsAtom, []);
    await act(async () => pressed?.actions?.find(({ label }) => label === 'Tentar novamente')?.run());
  };
  const setOnline = (isOnline: boolean) => act(() => store.set(onlineAtom, isOnline));
  return { rerender, unmount, toasts, retry, setOnline };
}
const failed = { data: 'old', isError: true };

test("shows 'Falha' with a retry and a way to close it, until the query succeeds", () => {
  const { toasts, rerender } = show(failed);
  expect(toasts()).toMatchObject([
    {
      kind: 'failure',
      title: 'Falha',
      text: 'Sem rede',
      actions: [{ label: 'Tentar novamente' }, { label: 'Fechar' }],
    },
  ]);
  rerender({ data: 'new', isError: false });
  expect(toasts()).toEqual([]);
});

test('shows nothing without older data, or without a failure', () => {
  expect(show({ data: undefined, isError: true }).toasts()).toEqual([]);
  expect(show({ data: 'new', isError: false }).toasts()).toEqual([]);
});

test('shows nothing offline, where the shell says so, and the toast if the failure remains afterwards', () => {
  const { toasts, setOnline } = show(failed);
  setOnline(false);
  expect(toasts()).toEqual([]);
  setOnline(true);
  expect(toasts()).toHaveLength(1);
});

test('shows the toast again only when a retry fails while the screen is open', async () => {
  const { toasts, retry, unmount } = show(failed);
  await retry(true);
  expect(toasts()).toHaveLength(1);
  await retry(false);
  expect(toasts()).toEqual([]);
  unmount();

  const left = show(failed);
  left.unmount();
  expect(left.toasts()).toEqual([]);
  await left.retry(true);
  expect(left.toasts()).toEqual([]);
});
