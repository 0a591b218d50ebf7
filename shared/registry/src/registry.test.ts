import { expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { optional, wholeNumber } from '@shared/contract/fields';
import { readLeniently } from '@shared/contract/lenient';
import { isReserved } from '@shared/contract/segments';
import * as z from 'zod/mini';
import {
  entryForFile,
  Registry,
  type RegistryEntry,
  RegistryFile,
  RegistryList,
  RemoteScreen,
  RemoteVersion,
  readEntries,
  screenTableOf,
} from './registry.ts';

const A = 'A'.repeat(90);
const SHA256 = `sha256-${A.slice(0, 43)}=`;
const SHA384 = `sha384-${A.slice(0, 64)}`;
const SHA512 = `sha512-${A.slice(0, 86)}==`;

const isFile = (url: string, integrity: string) => RegistryFile.safeParse({ url, integrity }).success;
const file = (url: string, integrity = SHA256) => ({ url, integrity });
const entry = (name: string, url = `/remotes/${name}/1.0.0-aa/entry.js`, integrity = SHA256) =>
  ({
    name,
    live: {
      version: '1.0.0-aa',
      entry: file(url, integrity),
      contract: '^1.0.0',
      title: undefined,
      owner: undefined,
      budgetKb: undefined,
      fills: [],
      screens: [RemoteScreen.parse({ segment: 'extract' })],
      preload: {},
    },
    previous: undefined,
  }) satisfies RegistryEntry;

test('accepts one complete hash of each algorithm that browsers support', () => {
  for (const integrity of [SHA256, SHA384, SHA512])
    expect([integrity, isFile('/remotes/a/entry.js', integrity)]).toEqual([integrity, true]);
});

test.each([
  ['no hash', ''],
  ['an algorithm alone', 'sha384-'],
  ['a hash that is not base64', 'sha256-%%%'],
  ['a truncated hash', SHA256.slice(0, 30)],
  ['a hash without its padding', SHA256.slice(0, -1)],
  ['a hash of another algorithm', `sha256-${A.slice(0, 64)}`],
  ['base64 that is not canonical', `sha256-${A.slice(0, 42)}B=`],
  ['an unknown algorithm', `md5-${A.slice(0, 24)}`],
  ['an algorithm in capitals', SHA256.toUpperCase()],
  ['two hashes', `${SHA256} ${SHA384}`],
  ['a hash with an option', `${SHA256}?x`],
  ['a hash with a space before it', ` ${SHA256}`],
  ['a hash with a line break after it', `${SHA256}\n`],
])('refuses a file with %s as its integrity', (_, integrity) => {
  expect(isFile('/remotes/a/entry.js', integrity)).toBe(false);
});

test.each([
  '',
  'entry.js',
  '/entry.js',
  '/v1/api/Files/7',
  '/remotes',
  '//evil.example/remotes/a/entry.js',
  '/\\evil.example/entry.js',
  '\\\\evil.example\\entry.js',
  '/remotes/a\\..\\..\\x.js',
  '/remotes/../v1/api/Files/7',
  '/remotes/a/./x.js',
  '/remotes/a/%2e%2e/%2e%2e/v1/x.js',
  '/remotes/..%2f..%2fx.js',
  '/remotes//evil.example/x.js',
  '/remotes/a/entry.js?x',
  '/remotes/a/entry.js#x',
  '/remotes/a/en\ttry.js',
  ' /remotes/a/entry.js',
  'javascript:alert(1)//remotes/a',
  'data:text/javascript,alert(1)',
  'blob:https://a.example/1',
  'https:/evil.example/x.js',
  'https:\\\\evil.example\\x.js',
  'https://user@evil.example/x.js',
  'https://a.example/../x.js',
  'HTTPS://a.example/x.js',
])('refuses a file at %j', (url) => {
  expect(isFile(url, SHA256)).toBe(false);
});

test('leaves out and reports an invalid entry, and keeps the others', () => {
  const bad = entry('bad', undefined, 'sha256-%%%');
  const { remotes, refused } = readEntries({ remotes: [bad, entry('good'), null, { name: 7 }] }, []);
  expect(remotes.map(({ name }) => name)).toEqual(['good']);
  expect(refused.map(({ name, screens }) => [name, screens.map(({ segment }) => segment)])).toEqual([
    ['bad', ['extract']],
    ['without a name', []],
    ['without a name', []],
  ]);
  expect(refused[0]?.reason).toContain('live.entry.integrity');
});

test.for([
  [
    'has an invalid hash',
    'previous.entry.integrity',
    entry('a', '/remotes/a/0.9.0-aa/entry.js', 'sha384-').live,
  ],
  ['is on an origin that is not listed', 'previous', entry('a', 'https://cdn.example/a/entry.js').live],
  ['is text', 'previous', '0.9.0-aa'],
] as const)('runs only the live version when the previous version %s', ([, place, previous]) => {
  const { remotes, refused, ignored } = readEntries({ remotes: [{ ...entry('a'), previous }] }, []);
  expect(remotes).toEqual([entry('a')]);
  expect(refused).toEqual([]);
  expect(ignored).toEqual([{ name: 'a', places: [place] }]);
});

test('accepts a version with a field of an older or newer registry', () => {
  const { live } = entry('a');
  const { remotes, ignored } = readEntries({ remotes: [{ name: 'a', live: { ...live, manifest: 7 } }] }, []);
  expect(remotes).toEqual([entry('a')]);
  expect(ignored).toEqual([]);
});

test('reads a later registry with unknown fields, an unknown access rule and removed fields', () => {
  const { version, entry: file, contract, preload } = entry('a').live;
  const screens = [
    { segment: 'extract', access: 'verified', shape: 'wide' },
    { segment: 'promocoes', access: 'home', parts: ['hoje'], title: { pt: 'Promoções' } },
  ];
  const next = {
    serial: 7,
    format: 2,
    remotes: [
      {
        name: 'a',
        live: { version, entry: file, contract, preload, screens, region: 'br' },
        candidates: [],
      },
    ],
  };
  const { remotes, refused } = readEntries(RegistryList.parse(next), []);
  expect(refused).toEqual([]);
  const { live } = remotes[0] ?? {};
  expect([live?.title, live?.owner, live?.fills]).toEqual([undefined, undefined, []]);
  expect(live?.screens).toEqual([
    { segment: 'extract', access: 'login' },
    { segment: 'promocoes', access: 'home', parts: ['hoje'] },
  ]);
});

test('reserves the paths of a refused entry, so that they are not read as brands', () => {
  const bad = entry('bad', undefined, 'sha256-%%%');
  expect([...screenTableOf(readEntries({ remotes: [bad] }, [])).keys()]).toEqual(['extract']);
});

test.for([
  ['login', ['login', undefined]],
  ['login', [undefined, 'login']],
  ['login', ['home', 'login']],
  ['home', [undefined, 'home']],
  [undefined, [undefined, undefined]],
] as const)('applies the strictest rule, %s, to a screen that two remotes claim', ([strictest, rules]) => {
  const remotes = rules.map((access, index) => {
    const { live } = entry('a');
    return { name: `r${index}`, live: { ...live, screens: [{ segment: 'extract', access }] } };
  });
  expect(screenTableOf(readEntries({ remotes }, [])).get('extract')?.access).toBe(strictest);
});

test('applies the rule of a refused entry to a screen that another remote claims as well', () => {
  const { live } = entry('a', undefined, 'sha256-%%%');
  const refused = { name: 'bad', live: { ...live, screens: [{ segment: 'extract', access: 'login' }] } };
  expect(screenTableOf(readEntries({ remotes: [refused, entry('a')] }, [])).get('extract')?.access).toBe(
    'login',
  );
});

test('keeps the segments of the default brand and of named brands from a remote that claims them', () => {
  const { live } = entry('a');
  const segments = [PRODUCT.slug, 'aurora', 'extract'];
  const claim = { name: 'a', live: { ...live, screens: segments.map((segment) => ({ segment })) } };
  const registry = { remotes: [claim], brands: ['aurora'] };
  const signed = { signed: JSON.stringify({ remotes: [claim] }), signature: '', brands: ['aurora'] };
  for (const file of [registry, signed]) {
    const screens = screenTableOf(readEntries(RegistryList.parse(file), []));
    expect(segments.filter((segment) => isReserved(segment, screens))).toEqual(['extract']);
  }
});

test('refuses to write an entry with an invalid previous version', () => {
  expect(Registry.safeParse({ remotes: [{ ...entry('a'), previous: {} }] }).success).toBe(false);
});

test('refuses files of another origin unless it is listed', () => {
  const foreign = entry('a', 'https://cdn.example/a/entry.js');
  expect(readEntries({ remotes: [foreign, entry('b')] }, []).refused[0]?.reason).toBe(
    'https://cdn.example/a/entry.js is on an origin that config.json does not list',
  );
  expect(readEntries({ remotes: [foreign] }, ['https://cdn.example']).remotes).toHaveLength(1);
  for (const other of ['https://cdn.example.evil', 'http://cdn.example', 'https://cdn.example:8443'])
    expect(readEntries({ remotes: [foreign] }, [other]).remotes).toEqual([]);
});

test('refuses a preloaded file of another origin', () => {
  const { live } = entry('a');
  const preload = { '*': [file('https://cdn.example/a/style.css')] };
  expect(readEntries({ remotes: [{ name: 'a', live: { ...live, preload } }] }, []).refused).toHaveLength(1);
});

const { live: v1 } = entry('a', '/remotes/a/0.9.0-aa/entry.js');
const previous = { ...v1, version: '0.9.0-aa' };
const release = { ...v1, version: '1.1.0-aa' };

test('reads a candidate and its share of the browsers', () => {
  const given = { ...entry('a'), candidate: { release, traffic: 5 } };
  expect(readEntries({ remotes: [given] }, []).remotes).toEqual([given]);
});

test.for([
  ['has no share', 'candidate.traffic', { release }],
  ['has a share of all browsers', 'candidate.traffic', { release, traffic: 100 }],
  [
    'has an invalid hash',
    'candidate.release.entry.integrity',
    { release: entry('a', '/remotes/a/x.js', 'sha384-').live, traffic: 5 },
  ],
  [
    'is on an origin that is not listed',
    'candidate',
    { release: entry('a', 'https://cdn.example/a/x.js').live, traffic: 5 },
  ],
] as const)('runs only the live version when its candidate %s', ([, place, candidate]) => {
  const { remotes, ignored } = readEntries({ remotes: [{ ...entry('a'), candidate }] }, []);
  expect(remotes).toEqual([entry('a')]);
  expect(ignored).toEqual([{ name: 'a', places: [place] }]);
});

const AIM = { brands: ['aurora'], sites: ['18'], accounts: ['staff'], screens: 5 };
const aimedAt = (target: unknown) => ({ ...entry('a'), aimed: { release, traffic: 100, target } });

test('reads an aimed candidate, which the file has under a key of its own', () => {
  const [read] = readEntries(RegistryList.parse({ remotes: [aimedAt(AIM)] }), []).remotes;
  expect(read).toEqual({ ...entry('a'), candidate: { release, traffic: 100, target: AIM } });
  expect(read && entryForFile(read)).toEqual(aimedAt(AIM));
});

test('an earlier shell reads the entry without its aimed candidate', () => {
  // The schema of shells that know no targets.
  const EarlierCandidate = z.object({ release: RemoteVersion, traffic: wholeNumber(1, 99) });
  const EarlierEntry = z.object({
    name: z.string(),
    live: RemoteVersion,
    previous: optional(RemoteVersion),
    candidate: z.optional(optional(EarlierCandidate)),
  });
  const { data, unreadable } = readLeniently(EarlierEntry, aimedAt(AIM));
  expect(data).toEqual(entry('a'));
  expect(unreadable).toEqual([]);
});

test.each([
  ['no target', undefined],
  ['a target without a rule', {}],
  ['a rule of a later registry', { ...AIM, regions: ['br'] }],
  ['a malformed rule', { brands: 'aurora', sites: ['18'] }],
  ['a share of page loads out of range', { screens: 100 }],
])('nobody runs an aimed candidate with %s', (_, target) => {
  const { remotes, ignored } = readEntries(RegistryList.parse({ remotes: [aimedAt(target)] }), []);
  expect(remotes).toEqual([entry('a')]);
  expect(ignored).toHaveLength(1);
});

test("keeps the paths of an aimed candidate's screens from brands", () => {
  const aimed = { ...aimedAt(AIM), aimed: { ...aimedAt(AIM).aimed } };
  aimed.aimed.release = { ...release, screens: [RemoteScreen.parse({ segment: 'promocoes' })] };
  const table = screenTableOf(readEntries(RegistryList.parse({ remotes: [aimed] }), []));
  expect([...table.keys()].sort()).toEqual(['extract', 'promocoes']);
});

const withdrawnVersion = (version: string, name = 'a') => ({
  name,
  version,
  reason: 'it fails',
  at: '2026-01-01T00:00:00Z',
});
const fullEntry = { ...entry('a'), previous, candidate: { release, traffic: 5 } };
test.each([
  ['the candidate', [withdrawnVersion('1.1.0-aa')], { live: fullEntry.live, previous }],
  ['the live version', [withdrawnVersion('1.0.0-aa')], { live: previous, candidate: fullEntry.candidate }],
  [
    'the previous version',
    [withdrawnVersion('0.9.0-aa')],
    { live: fullEntry.live, candidate: fullEntry.candidate },
  ],
  [
    'the live and the previous version',
    [withdrawnVersion('1.0.0-aa'), withdrawnVersion('0.9.0-aa')],
    { live: fullEntry.live, candidate: fullEntry.candidate },
  ],
  ['a version of another remote', [withdrawnVersion('1.0.0-aa', 'b')], fullEntry],
])('leaves out %s when withdrawn, and keeps one version to run', (_, withdrawn, kept) => {
  expect(readEntries({ remotes: [fullEntry], withdrawn }, []).remotes).toEqual([{ name: 'a', ...kept }]);
});

test('ignores an unreadable list of withdrawn versions', () => {
  expect(RegistryList.parse({ remotes: [fullEntry], withdrawn: [7] })).toEqual({
    remotes: [fullEntry],
    withdrawn: [],
  });
});
