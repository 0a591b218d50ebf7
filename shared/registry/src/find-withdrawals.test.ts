import { expect, test } from '@rstest/core';
import { findWithdrawals } from './find-withdrawals.ts';
import type { RemoteVersion } from './registry.ts';

const NOW = new Date('2026-03-02T15:00:00Z');
const version = (name: string): RemoteVersion => ({
  version: name,
  entry: { url: `/remotes/wallet/${name}/entry.js`, integrity: `sha256-${'A'.repeat(43)}=` },
  contract: '^1.0.0',
  title: undefined,
  owner: undefined,
  budgetKb: undefined,
  screens: [],
  fills: [],
  preload: {},
});
const [v1, v2, v3] = [version('1.0.0-aa'), version('2.0.0-aa'), version('3.0.0-aa')];
const counted = (
  { version }: RemoteVersion,
  opened: number,
  failed: number,
  hour = '2026-03-02T14:00:00Z',
) => ({
  remote: 'wallet',
  version,
  hour,
  opened,
  failed,
});
const entry = { name: 'wallet', live: v2, previous: undefined };
const candidate = { release: v3, traffic: 5 };

test('withdraws a candidate that fails more often than the live version, with the reason', () => {
  const counts = [counted(v3, 40, 12), counted(v2, 1000, 1)];
  expect(findWithdrawals({ remotes: [{ ...entry, candidate }] }, counts, NOW)).toEqual([
    {
      name: 'wallet',
      version: '3.0.0-aa',
      reason: '30.0 % of its screens failed, compared with 0.1 % for 2.0.0-aa',
      at: '2026-03-02T15:00:00.000Z',
      figures: {
        opened: 40,
        failed: 12,
        predecessor: { version: '2.0.0-aa', opened: 1000, failed: 1 },
      },
    },
  ]);
});

test('withdraws a live version that fails more often than the previous one did', () => {
  const counts = [counted(v2, 40, 12), counted(v1, 1000, 1, '2026-03-01T14:00:00Z')];
  expect(findWithdrawals({ remotes: [{ ...entry, previous: v1 }] }, counts, NOW)).toMatchObject([
    { version: '2.0.0-aa' },
  ]);
});

test('compares a candidate with the live version in the same hours', () => {
  // Both fail while the network of a city is down.
  const earlierHour = '2026-03-02T10:00:00Z';
  const counts = [counted(v3, 40, 12), counted(v2, 1000, 300), counted(v2, 100_000, 0, earlierHour)];
  expect(findWithdrawals({ remotes: [{ ...entry, candidate }] }, counts, NOW)).toEqual([]);
});

test('withdraws nothing without a predecessor, and ignores the counts of other remotes', () => {
  const counts = [counted(v3, 40, 40), counted(v2, 40, 40), { ...counted(v2, 1000, 0), remote: 'sites' }];
  expect(findWithdrawals({ remotes: [entry] }, counts, NOW)).toEqual([]);
  expect(findWithdrawals({ remotes: [{ ...entry, candidate }] }, [counted(v3, 40, 40)], NOW)).toEqual([]);
});

const withdrawn = (...versions: RemoteVersion[]) =>
  versions.map(({ version }) => ({ name: 'wallet', version, reason: '', at: NOW.toISOString() }));

test('compares a candidate with the version that replaces a withdrawn live one', () => {
  const counts = [counted(v3, 40, 12), counted(v2, 40, 20), counted(v1, 1000, 1)];
  const registry = { remotes: [{ ...entry, previous: v1, candidate }], withdrawn: withdrawn(v2) };
  expect(findWithdrawals(registry, counts, NOW)).toMatchObject([
    { version: '3.0.0-aa', reason: '30.0 % of its screens failed, compared with 0.1 % for 1.0.0-aa' },
  ]);
});

test('neither compares a version with a withdrawn one nor withdraws a version again', () => {
  const counts = [counted(v3, 40, 40), counted(v2, 1000, 1), counted(v1, 1000, 1)];
  const first = { remotes: [{ ...entry, live: v3, previous: v2 }] };
  expect(findWithdrawals({ ...first, withdrawn: withdrawn(v2) }, counts, NOW)).toEqual([]);
  expect(findWithdrawals({ ...first, withdrawn: withdrawn(v3) }, counts, NOW)).toEqual([]);
});

const aimed = { remotes: [{ ...entry, candidate: { ...candidate, target: { brands: ['aurora'] } } }] };
const within = (row: ReturnType<typeof counted>, aimedOpened: number, aimedFailed: number) => ({
  ...row,
  aimedOpened,
  aimedFailed,
});

test('compares an aimed candidate with the live version within the target only', () => {
  // The live version fails there as often as the candidate, and never elsewhere.
  const counts = [within(counted(v3, 40, 12), 40, 12), within(counted(v2, 10_000, 30), 100, 30)];
  expect(findWithdrawals(aimed, counts, NOW)).toEqual([]);
  const better = [within(counted(v3, 40, 12), 40, 12), within(counted(v2, 10_000, 3000), 100, 0)];
  expect(findWithdrawals(aimed, better, NOW)).toMatchObject([
    {
      version: '3.0.0-aa',
      reason: '30.0 % of its screens failed within its target, compared with 0.0 % for 2.0.0-aa',
    },
  ]);
});

test('compares an aimed candidate with the live version in the browsers in which it failed, if its target has no share', () => {
  // Each browser in which the candidate failed opened the live version in its place.
  const counts = [within(counted(v3, 30, 25), 30, 25), within(counted(v2, 25, 0), 25, 0)];
  expect(findWithdrawals(aimed, counts, NOW)).toHaveLength(1);
  const failingToo = [within(counted(v3, 30, 25), 30, 25), within(counted(v2, 25, 25), 25, 25)];
  expect(findWithdrawals(aimed, failingToo, NOW)).toEqual([]);
});

test('withdraws no aimed candidate by counts of a collector that does not separate the target', () => {
  expect(findWithdrawals(aimed, [counted(v3, 40, 40), counted(v2, 1000, 0)], NOW)).toEqual([]);
});
