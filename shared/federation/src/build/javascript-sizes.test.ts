import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { type RegistryEntry, RemoteVersion } from '@shared/registry';
import {
  assertWithinBudgets,
  homeScripts,
  javaScriptSizes,
  readSizes,
  sizeTable,
  writeSizes,
} from './javascript-sizes.ts';

const PAGE = '/static/js/index.0123456789.js';
const base = '/remotes/sites/0.1.0-abcdef12';
const file = (name: string) => ({ url: `${base}/${name}`, integrity: `sha256-${'A'.repeat(43)}=` });
const sites: RegistryEntry = {
  name: 'sites',
  live: RemoteVersion.parse({
    version: '0.1.0-abcdef12',
    entry: file('entry.js'),
    contract: '^4.0.0',
    screens: [{ segment: '' }, { segment: 'charger' }],
    preload: {
      '*': [file('remote.js')],
      '': [file('home.js'), file('home.css')],
      charger: [file('site.js')],
    },
  }),
  previous: undefined,
};

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(`${tmpdir()}/sizes-`);
  await write('/index.html', `<head><script defer src="${PAGE}" integrity="sha256-A"></script></head>`);
  await write(PAGE, incompressible(100));
  for (const name of ['entry', 'remote', 'site']) await write(`${base}/${name}.js`, incompressible(4));
  await write(`${base}/home.js`, incompressible(20));
});
afterEach(() => rm(dist, { recursive: true }));

async function write(path: string, content: string) {
  await mkdir(dirname(`${dist}${path}`), { recursive: true });
  await writeFile(`${dist}${path}`, content);
}
/** Returns text that gzip compresses to about as many KB. */
const incompressible = (kb: number) => randomBytes(kb * 1024).toString('base64');

test('the home needs the scripts of the page and those of the remote that renders it', async () => {
  expect(await homeScripts(dist, [sites])).toEqual([
    PAGE,
    `${base}/entry.js`,
    `${base}/remote.js`,
    `${base}/home.js`,
  ]);
});

test('prints each size with its change since the previous build', async () => {
  expect(await readSizes(dist)).toEqual([]);
  const sizes = await javaScriptSizes(dist, [sites], { login: [PAGE] });
  expect(sizes.map(({ what }) => what)).toEqual([
    'before the home is interactive',
    'shell: login',
    'sites: entry',
    'sites: /',
    'sites: /charger',
  ]);
  await writeSizes(dist, sizes);
  await write(`${base}/site.js`, incompressible(6));
  const after = await javaScriptSizes(dist, [sites], {});
  const rows = sizeTable(after, await readSizes(dist));
  expect(rows.find((row) => row.endsWith('/charger'))).toMatch(
    /^ +[56]\.\d +\+[12]\.\d +≤ 25 {2}sites: \/charger$/,
  );
  expect(rows.find((row) => row.endsWith('interactive'))).toMatch(/ 0\.0 +≤ 150 /);
});

test('accepts sizes within the budgets, and lists those above', async () => {
  const within = await javaScriptSizes(dist, [sites], {});
  expect(() => assertWithinBudgets(within)).not.toThrow();
  await write(PAGE, incompressible(150));
  await write(`${base}/site.js`, incompressible(31));
  const above = await javaScriptSizes(dist, [sites], {});
  expect(() => assertWithinBudgets(above)).toThrow(
    /^JavaScript exceeds its budget:\nbefore the home is interactive: 1[78]\d\.\d KB of 150 KB\nsites: \/charger: \d+\.\d KB of 25 KB$/,
  );
});
