import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { onlineAtom } from '@shared/state';
import fc from 'fast-check';
import { createStore } from 'jotai';
import { CACHED_PAGE_ATTRIBUTE } from '../offline/cache-names.ts';
import { connectivityAtom } from './connectivity.ts';
import { watchConnectivity } from './watch-connectivity.ts';

interface Probe {
  settle: (reached: boolean) => void;
  signal: AbortSignal;
}

let stop = () => {};

beforeEach(() => {
  rs.useFakeTimers();
});
afterEach(() => {
  stop();
  document.documentElement.removeAttribute(CACHED_PAGE_ATTRIBUTE);
  rs.restoreAllMocks();
  rs.useRealTimers();
});

/** Watches with probes that the test settles. */
function watch() {
  const store = createStore();
  const probes: Probe[] = [];
  const recovered = rs.fn();
  stop = watchConnectivity(
    store,
    (signal) => new Promise((resolve) => probes.push({ settle: resolve, signal })),
  );
  const connectivity = store.get(connectivityAtom);
  connectivity.onRecovered(recovered);
  /** Settles the newest probe. */
  const settle = async (reached: boolean) => {
    probes.at(-1)?.settle(reached);
    await rs.advanceTimersByTimeAsync(0);
  };
  return { ...connectivity, probes, recovered, settle, online: () => store.get(onlineAtom) };
}

test('sends no probe while nothing fails', async () => {
  const { probes, succeeded, online } = watch();
  succeeded();
  document.dispatchEvent(new Event('visibilitychange'));
  await rs.advanceTimersByTimeAsync(600_000);
  expect(probes).toHaveLength(0);
  expect(online()).toBe(true);
});

test('stays online after one failed request and a successful probe', async () => {
  const { probes, failed, settle, online, recovered } = watch();
  failed();
  await settle(true);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(online()).toBe(true);
  expect(probes).toHaveLength(1);
  expect(recovered).not.toHaveBeenCalled();
});

test('goes offline after a failed probe, and comes back by itself without a browser event', async () => {
  const { probes, failed, settle, online, recovered } = watch();
  failed();
  await settle(false);
  expect(online()).toBe(false);
  await rs.advanceTimersByTimeAsync(1_000);
  expect(probes).toHaveLength(2);
  await settle(true);
  expect(online()).toBe(true);
  expect(recovered).toHaveBeenCalledTimes(1);
  await rs.advanceTimersByTimeAsync(60_000);
  expect(probes).toHaveLength(2);
});

test('counts a probe without a response as failed after 5 s, and cancels it', async () => {
  const { probes, failed, online } = watch();
  failed();
  await rs.advanceTimersByTimeAsync(4_999);
  expect(online()).toBe(true);
  await rs.advanceTimersByTimeAsync(1);
  expect(online()).toBe(false);
  expect(probes[0]?.signal.aborted).toBe(true);
});

test('ignores a probe that fails after another request has succeeded', async () => {
  const { failed, succeeded, settle, online } = watch();
  failed();
  succeeded();
  await settle(false);
  await rs.advanceTimersByTimeAsync(10_000);
  expect(online()).toBe(true);
});

test('probes at once on the offline event, which alone does not decide', async () => {
  const { probes, settle, online } = watch();
  dispatchEvent(new Event('offline'));
  expect(probes).toHaveLength(1);
  await settle(true);
  expect(online()).toBe(true);
});

test('goes offline although a response from before the loss arrives after the offline event', async () => {
  const { succeeded, settle, online } = watch();
  const onLine = rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  succeeded();
  await settle(false);
  expect(online()).toBe(false);
  onLine.mockRestore();
});

test('probes again after 1 s if the server is reached although the browser reports no network', async () => {
  const { probes, settle, online } = watch();
  rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  await settle(true);
  expect(online()).toBe(true);
  await rs.advanceTimersByTimeAsync(1_000);
  expect(probes).toHaveLength(2);
  await settle(false);
  expect(online()).toBe(false);
});

test('probes at once on the online event and when the page becomes visible', async () => {
  const { probes, failed, settle, online } = watch();
  failed();
  await settle(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(probes).toHaveLength(2);
  await settle(false);
  dispatchEvent(new Event('online'));
  expect(probes).toHaveLength(3);
  await settle(true);
  expect(online()).toBe(true);
});

test.for([
  ['the browser reports no network', () => rs.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)],
  [
    'the page was opened from the cache',
    () => document.documentElement.setAttribute(CACHED_PAGE_ATTRIBUTE, ''),
  ],
] as const)('probes at the start when %s', async ([, arrange]) => {
  arrange();
  const { probes, settle, online } = watch();
  expect(probes).toHaveLength(1);
  expect(online()).toBe(true);
  await settle(false);
  expect(online()).toBe(false);
});

test('does nothing after it has been stopped', async () => {
  const { probes, failed, online } = watch();
  failed();
  stop();
  expect(probes[0]?.signal.aborted).toBe(true);
  failed();
  dispatchEvent(new Event('online'));
  await rs.advanceTimersByTimeAsync(60_000);
  expect(probes).toHaveLength(1);
  expect(online()).toBe(true);
});

const events = fc.array(
  fc.oneof(
    fc.constantFrom('failed', 'succeeded', 'online', 'offline', 'visible', 'reached', 'unreachable'),
    fc.integer({ min: 1, max: 12_000 }),
  ),
  { maxLength: 40 },
);

test('is offline only after a failed probe, and online after any success, for any sequence of outcomes', async () => {
  await fc.assert(
    fc.asyncProperty(events, async (sequence) => {
      const { probes, failed, succeeded, settle, online, recovered } = watch();
      for (const event of sequence) {
        const wasOnline = online();
        const recoveries = recovered.mock.calls.length;
        const pending = probes.at(-1)?.signal.aborted === false;
        if (event === 'failed') failed();
        else if (event === 'succeeded') succeeded();
        else if (event === 'reached' || event === 'unreachable') await settle(event === 'reached');
        else if (event === 'visible') document.dispatchEvent(new Event('visibilitychange'));
        else if (typeof event === 'string') dispatchEvent(new Event(event));
        else await rs.advanceTimersByTimeAsync(event);

        const probeFailed = pending && (event === 'unreachable' || typeof event === 'number');
        if (wasOnline && !online()) expect(probeFailed).toBe(true);
        if (event === 'unreachable' && pending) expect(online()).toBe(false);
        if (event === 'succeeded' || (event === 'reached' && pending)) expect(online()).toBe(true);
        if (!wasOnline && online()) expect(recovered.mock.calls.length).toBe(recoveries + 1);
        // One probe at a time, and the wait for the next one never exceeds 10 s.
        expect(probes.filter(({ signal }) => !signal.aborted).length).toBeLessThanOrEqual(1);
      }
      if (!online()) {
        const probesSent = probes.length;
        if (probes.at(-1)?.signal.aborted) await rs.advanceTimersByTimeAsync(10_000);
        expect(probes.length > probesSent || probes.at(-1)?.signal.aborted === false).toBe(true);
      }
      stop();
    }),
  );
});
