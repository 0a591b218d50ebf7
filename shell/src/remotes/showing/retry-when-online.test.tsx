import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { onlineAtom } from '@shared/state';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { connectivityAtom } from '../../connection/connectivity/connectivity.ts';
import { watchConnectivity } from '../../connection/connectivity/watch-connectivity.ts';
import { screenTableAtom } from '../loading/remote-source.ts';
import { RetryWhenOnline } from './retry-when-online.tsx';

let store: ReturnType<typeof createStore>;
let stop: () => void;
let up: boolean;

beforeEach(() => {
  up = true;
  store = createStore();
  stop = watchConnectivity(store, async () => up);
});
afterEach(() => stop());

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
/** Dispatches the browser's event and waits for the probe's result. */
const emitOnline = () =>
  act(async () => {
    dispatchEvent(new Event('online'));
  });

test('retries with the newest callback when the connection returns, and not after unmount', async () => {
  const first = rs.fn();
  const second = rs.fn();
  const { rerender, unmount } = render(<RetryWhenOnline retry={first}>failed</RetryWhenOnline>, { wrapper });
  expect(screen.getByText('failed')).toBeInTheDocument();
  rerender(<RetryWhenOnline retry={second}>failed</RetryWhenOnline>);
  expect(second).not.toHaveBeenCalled();
  await emitOnline();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  unmount();
  await emitOnline();
  expect(second).toHaveBeenCalledTimes(1);
});

test('retries once if the network returned after the failed load began, and not if before', async () => {
  await emitOnline();
  const afterwards = performance.now();
  const retry = rs.fn();
  await act(async () =>
    render(
      <RetryWhenOnline retry={retry} since={afterwards}>
        failed
      </RetryWhenOnline>,
      { wrapper },
    ),
  );
  expect(retry).not.toHaveBeenCalled();
  const { unmount } = render(
    <RetryWhenOnline retry={retry} since={Number.NEGATIVE_INFINITY}>
      failed
    </RetryWhenOnline>,
    { wrapper },
  );
  expect(retry).toHaveBeenCalledTimes(1);
  unmount();
});

test('does not retry on an online event while the origin is unreachable', async () => {
  const retry = rs.fn();
  render(<RetryWhenOnline retry={retry}>failed</RetryWhenOnline>, { wrapper });
  up = false;
  await emitOnline();
  expect(retry).not.toHaveBeenCalled();
  act(() => store.get(connectivityAtom).succeeded());
  expect(retry).toHaveBeenCalledTimes(1);
});

test('does not retry if the origin was reachable all along, for example after a 404', async () => {
  const retry = rs.fn();
  await act(async () => render(<RetryWhenOnline retry={retry}>failed</RetryWhenOnline>, { wrapper }));
  expect(store.get(onlineAtom)).toBe(true);
  expect(retry).not.toHaveBeenCalled();
});

test('probes the origin when something failed to load', async () => {
  up = false;
  await act(async () => render(<RetryWhenOnline retry={() => {}}>failed</RetryWhenOnline>, { wrapper }));
  expect(store.get(onlineAtom)).toBe(false);
});

test('retries on any screen until the registry is known, since a board may be shown', () => {
  rs.useFakeTimers();
  history.replaceState(null, '', '/brand/extract');
  const retry = rs.fn();
  const { unmount } = render(<RetryWhenOnline retry={retry}>failed</RetryWhenOnline>, { wrapper });
  rs.advanceTimersByTime(60_000);
  expect(retry).toHaveBeenCalledTimes(2);
  unmount();
  rs.useRealTimers();
});

test.for([
  ['/brand/viewers/fleet/charger-status/7', 2],
  ['/brand/valet/7', 2],
  ['/brand/extract', 0],
] as const)('at %s, retries %i times in a minute without user input', ([path, times]) => {
  const unattended = (segment: string) => [segment, { segment, unattended: true as const }] as const;
  store.set(screenTableAtom, new Map([unattended('viewers'), unattended('valet')]));
  rs.useFakeTimers();
  history.replaceState(null, '', path);
  const retry = rs.fn();
  const { unmount } = render(<RetryWhenOnline retry={retry}>failed</RetryWhenOnline>, { wrapper });
  rs.advanceTimersByTime(60_000);
  expect(retry).toHaveBeenCalledTimes(times);
  unmount();
  rs.useRealTimers();
});
