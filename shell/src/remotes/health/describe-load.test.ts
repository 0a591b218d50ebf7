import { afterEach, expect, rs, test } from '@rstest/core';
import { LoadReport } from '@shared/registry/remote-report';
import { TimeLimitExceeded } from '../../connection/time-limit.ts';
import { fakeFile, fakeVersion } from '../registry/fake-registry.testing.ts';
import { describeLoad } from './describe-load.ts';
import { type FailedLoad, FileFailure, failedStarts } from './failed-loads.ts';

afterEach(() => {
  rs.unstubAllGlobals();
});

const version = fakeVersion({ version: '0.1.0-aa' });
const load = (error: unknown, others: Partial<FailedLoad> = {}): FailedLoad => ({
  remote: 'wallet',
  version,
  error,
  at: Date.parse('2026-03-02T15:20:00Z'),
  ...others,
});
const file = new FileFailure(fakeFile('wallet/0.1.0-aa/entry.js'), 'could not be fetched');
/** Serves the file with a status, and with the right bytes or others. */
const serve = (status: number, isIntact = true) =>
  rs.stubGlobal('fetch', async (_: string, { integrity }: RequestInit) => {
    if (integrity && !isIntact) throw new TypeError('integrity');
    return new Response('', { status });
  });
const phaseOf = async (failed: FailedLoad) => (await describeLoad(failed)).phase;
function startFailure() {
  const error = new Error('no container');
  failedStarts.add(error);
  return error;
}

test.each([
  ['a file that the server does not have', 'script', () => serve(404), file],
  ['a file that loads again', 'script', () => serve(200), file],
  ['a file with other bytes than its hash', 'integrity', () => serve(200, false), file],
  [
    'a part whose script failed',
    'script',
    () => serve(200),
    Object.assign(new Error(), { name: 'ChunkLoadError' }),
  ],
  ['a load that takes too long', 'script', () => serve(200), new TimeLimitExceeded()],
  ['a container that does not start', 'init', () => serve(200), startFailure()],
  ['a module that throws', 'factory', () => serve(200), new TypeError('x is null')],
] as const)('%s failed in the phase %s', async (_, phase, arrange, error) => {
  arrange();
  expect(await phaseOf(load(error))).toBe(phase);
});

test('has the remote, version, time and recovery, and always the same trace id', async () => {
  const failed = load(new Error('ana@faisca.example at /charger/18'), { recovered: 'retry' });
  const report = await describeLoad(failed);
  expect(LoadReport.parse(report)).toEqual(report);
  expect(report).toEqual({
    trace: expect.stringMatching(/^[0-9a-f]{32}$/),
    remote: 'wallet',
    version: '0.1.0-aa',
    phase: 'factory',
    at: '2026-03-02T15:20:00.000Z',
    recovered: 'retry',
  });
  expect(await describeLoad(failed)).toBe(report);
});
