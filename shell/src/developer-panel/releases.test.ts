import { expect, test } from '@rstest/core';
import { fakeEntry, fakeVersion } from '../remotes/registry/fake-registry.testing.ts';
import { type Reason, readReleases, reasonOf } from './releases.ts';

const entry = fakeEntry({ version: '2.0.0-bb' }, { version: '1.0.0-aa' });
const candidate = { release: fakeVersion({ version: '3.0.0-cc' }), traffic: 5 };
const registry = { serial: 7, remotes: [{ ...entry, candidate }, { name: 'broken' }] };

test.for<[running: string | undefined, preview: string | undefined, Reason]>([
  ['2.0.0-bb', undefined, 'live'],
  ['1.0.0-aa', undefined, 'previous'],
  ['3.0.0-cc', undefined, 'candidate'],
  ['0.9.0-99', '0.9.0-99', 'preview'],
  ['1.0.0-aa', '1.0.0-aa', 'preview'],
  ['2.0.0-bb', '0.9.0-99', 'live'],
  ['dev', 'localhost:3005', 'development'],
  ['0.9.0-99', undefined, 'older'],
  [undefined, undefined, 'failed'],
])('names the reason for version %s with preview %s: %s', ([running, preview, reason]) => {
  const [releases] = readReleases(registry).remotes;
  const chosen = preview === undefined ? undefined : { name: 'wallet', version: preview };
  expect(releases && reasonOf(running, releases, chosen)).toBe(reason);
});

test('reads live, previous and candidate versions, signed or not, and skips unreadable entries', () => {
  const expected = [{ ...entry, candidate }];
  expect(readReleases(registry).remotes).toEqual(expected);
  expect(readReleases({ signed: JSON.stringify(registry), signature: 'AA==' }).remotes).toEqual(expected);
  expect(() => readReleases({ signed: '{}', signature: 'AA==' })).toThrow();
});
