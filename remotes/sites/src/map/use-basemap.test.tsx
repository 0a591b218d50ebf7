import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { configAtom } from '@shared/state';
import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { useBasemap } from './use-basemap.ts';

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  rs.useRealTimers();
});

function open() {
  const store = createStore();
  store.set(configAtom, { map: { mapboxToken: 'pk.test' } } as never);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(useBasemap, { wrapper });
  const pass = (seconds: number) => act(() => rs.advanceTimersByTime(seconds * 1000));
  return { result, pass };
}

test('waits for a configured map that needs 30 s, and says that it is slow', () => {
  const { result, pass } = open();
  expect(result.current).toMatchObject({ current: { kind: 'mapbox' }, slow: false });
  pass(30);
  expect(result.current).toMatchObject({ current: { kind: 'mapbox' }, slow: true });
  act(() => result.current.settled());
  pass(60);
  expect(result.current).toMatchObject({ current: { kind: 'mapbox' }, slow: false });
});

test('draws our own map after a minute without the configured one', () => {
  const { result, pass } = open();
  pass(60);
  expect(result.current).toMatchObject({ current: { kind: 'own' }, slow: false });
});
