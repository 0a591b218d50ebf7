/** Finds sibling folders that import each other in a circle, also by types; tests aren't checked. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@rstest/core';

const ROOT = resolve(import.meta.dirname, '../..');
/** Folders that are checked at every level. The top level of `e2e` is checked as well. */
const CHECKED = [
  'shell/src',
  'shell/server/src',
  'remotes/*/src',
  'shared/*/src',
  'e2e/backend/src',
  'e2e/chargers/src',
  'e2e/payments/src',
  'e2e/tests',
];
const TEST = /\.(test|spec)\.tsx?$|testing/;
const IMPORT = /\b(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'/g;

/** Returns the imports between folders that are part of a circle, each with an importing file. */
function circularImports(sources: ReadonlyMap<string, string>) {
  const imports = new Map<string, Map<string, string>>();
  for (const [file, text] of sources)
    for (const [, name = ''] of TEST.test(file) ? [] : text.matchAll(IMPORT)) {
      const own = file.split('/');
      const imported = join(dirname(file), name).split('/');
      const depth = own.findIndex((part, index) => part !== imported[index]) + 1;
      const [from = '', to = ''] = [own, imported].map((parts) => parts.slice(0, depth).join('/'));
      if (own.length === depth || imported.length === depth) continue;
      imports.set(from, (imports.get(from) ?? new Map<string, string>()).set(to, file));
    }
  const leadsTo = (target: string, from: string, visited = new Set<string>()): boolean => {
    if (from === target) return true;
    if (visited.has(from)) return false;
    visited.add(from);
    return [...(imports.get(from)?.keys() ?? [])].some((next) => leadsTo(target, next, visited));
  };
  const edges = [...imports].flatMap(([from, files]) => [...files].map(([to, file]) => ({ from, to, file })));
  return edges.filter(({ from, to }) => leadsTo(from, to));
}

test('folders do not import each other in a circle', () => {
  const files = globSync('{shell,remotes,shared,e2e}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(1000);
  const sources = new Map(files.map((file) => [file, readFileSync(resolve(ROOT, file), 'utf8')]));
  const roots = globSync(CHECKED, { cwd: ROOT });
  const isChecked = (folder: string) =>
    dirname(folder) === 'e2e' || roots.some((root) => folder.startsWith(`${root}/`));
  expect(circularImports(sources).filter(({ from }) => isChecked(from))).toEqual([]);
});

test('names the folders of a circle and an importing file, at any level, except of tests', () => {
  const sources = new Map([
    ['src/a/x.ts', "import type { Y } from '../b/c/y.ts';"],
    ['src/b/c/y.ts', "import(/* webpackChunkName: 'x' */ '../../a/x.ts');\nimport '../d/z.ts';"],
    ['src/b/d/z.test.ts', "import '../c/y.ts';"],
  ]);
  expect(circularImports(sources)).toEqual([
    { from: 'src/a', to: 'src/b', file: 'src/a/x.ts' },
    { from: 'src/b', to: 'src/a', file: 'src/b/c/y.ts' },
  ]);
});
