/** The tests that documents cite as `path` "title". Paths are from this folder or from the root. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@rstest/core';

const ROOT = resolve(import.meta.dirname, '../../..');

const cited = globSync('.docs/*.md', { cwd: ROOT }).flatMap((file) =>
  [
    ...readFileSync(resolve(ROOT, file), 'utf8').matchAll(
      /`([\w./-]+\.(?:test|spec)\.tsx?)` ("[^"]+"(?:(?:,| and|, and) "[^"]+")*)/g,
    ),
  ].flatMap(([, path = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, path, title })),
  ),
);

test('documents cite only tests that exist', () => {
  const countOf = (name: string) => cited.filter(({ file }) => file.endsWith(name)).length;
  expect(countOf('security.md')).toBeGreaterThan(80);
  expect(countOf('ocpp.md')).toBeGreaterThan(80);
  for (const { path, title } of cited) {
    const file = [resolve(import.meta.dirname, path), resolve(ROOT, path)].find((candidate) =>
      existsSync(candidate),
    );
    expect(file, path).toBeDefined();
    expect(readFileSync(file ?? '', 'utf8').includes(title), `${path}: ${title}`).toBe(true);
  }
});
