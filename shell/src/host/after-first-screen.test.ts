import { afterEach, expect, rs, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { configAtom } from '@shared/state';
import { brandStateAtom } from '../brand/load-brand.ts';
import { report } from '../errors/report.ts';
import { count } from '../remotes/health/count.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { runAfterFirstScreen } from './after-first-screen.ts';
import { createHost } from './boot.tsx';

afterEach(() => {
  rs.useRealTimers();
  rs.unstubAllGlobals();
});

test('after a failed start, reports errors once the configuration is known and counts once a retry succeeds', async () => {
  rs.useFakeTimers();
  rs.spyOn(console, 'error').mockImplementation(() => {});
  const requests: string[] = [];
  rs.stubGlobal('fetch', async (url: string) => {
    requests.push(new URL(url, location.href).pathname);
    return new Response(null, { status: 204 });
  });
  const { store, ...others } = createHost({
    source: bundledSource([], () => {}),
    hasHeader: true,
    basename: '',
  });
  const hide = async () => {
    await rs.advanceTimersByTimeAsync(10_000);
    dispatchEvent(new Event('pagehide'));
    await rs.advanceTimersByTimeAsync(1);
  };
  store.set(brandStateAtom, 'failed');
  report(new Error('down'), 'start');
  count('opened', { remote: 'wallet', version: '0.1.0-aa', screen: 'screen extract' });
  const running = runAfterFirstScreen({ store, ...others }, new Map());
  await hide();
  expect(requests).toEqual([]);

  const errorReporting = { dsn: 'https://key@errors.example/42' };
  store.set(configAtom, AppConfig.parse({ errorReporting, offline: false }));
  await rs.waitFor(() => expect(requests).toEqual(['/api/42/envelope/']));
  await hide();
  expect(requests).toHaveLength(1);

  store.set(brandStateAtom, 'ready');
  await hide();
  await running;
  expect(requests.slice(1)).toEqual(['/v1/api/RemoteReports']);
});
