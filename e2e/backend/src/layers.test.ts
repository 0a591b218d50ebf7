import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@rstest/core';

/** Each folder imports only itself and those before it. The last ones see everything. */
const LAYERS = [
  'platform',
  'domain/people',
  'domain/sites',
  'domain/brands',
  'domain/vehicles',
  'domain/money',
  'domain/tags',
  'domain/charge-points',
  'domain/waiting-line',
  'domain/charging',
  'domain/power',
  'domain/guests',
  'domain/notices',
  'domain/valet',
  'domain/boards',
  'domain/live',
  'domain/operator',
  'domain/account-deletion',
  'network',
  'remotes',
  'data',
  'demo',
  '.',
  'commands',
];

const isIn = (layer: string, file: string) =>
  layer === '.' ? !file.includes('/') : file.startsWith(`${layer}/`);
/** Returns the position of a file's folder among the layers; -1 if it has none. */
const layerOf = (file: string) => LAYERS.findIndex((layer) => isIn(layer, file));

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

test('imports go from later layers to earlier ones', () => {
  const root = import.meta.dirname;
  // Tests, and helpers of tests, start the whole server.
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|testing/.test(file));
  expect(files.length).toBeGreaterThan(250);
  expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
  const upward = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)]
      .map(([, to = '']) => join(dirname(file), to))
      .filter((to) => layerOf(to) > layerOf(file))
      .map((to) => `${file} imports ${to}`),
  );
  expect(upward).toEqual([]);
});
