import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, test } from '@rstest/core';
import { WITHOUT_DATABASE } from './without-database.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Returns the packages and files that `file` imports, directly or through relative imports. */
function importsOf(file: string, visited = new Set<string>()): string[] {
  // A file that is written by a test doesn't exist.
  if (visited.has(file) || !existsSync(file)) return [];
  visited.add(file);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) =>
    name.startsWith('.') && /\.tsx?$/.test(name)
      ? [relative(ROOT, resolve(dirname(file), name)), ...importsOf(resolve(dirname(file), name), visited)]
      : [name],
  );
}

const opensDatabase = (file: string) =>
  importsOf(file).some((name) => /^@?e2e\/backend|^@electric-sql\/pglite|^pg$/.test(name));

test('tests without a database import neither the backend nor a database', () => {
  const files = WITHOUT_DATABASE.flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**'] }),
  );
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => opensDatabase(resolve(ROOT, file)))).toEqual([]);
});

test('recognizes tests that open a database, also through a helper', () => {
  for (const file of [
    'e2e/tests/money/screen-against-ledger.test.ts',
    'e2e/backend/src/platform/database/embedded.test.ts',
  ])
    expect(opensDatabase(resolve(ROOT, file)), file).toBe(true);
});
