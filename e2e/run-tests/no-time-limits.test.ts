/**
 * Finds numeric time limits in tests: a slow machine would exceed them. A wait ends with its stage
 * (`time-left.ts`).
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@rstest/core';

const ROOT = resolve(import.meta.dirname, '../..');
const TESTS = [
  '{shell,remotes,shared,e2e}/**/*.{test,spec}.{ts,tsx}',
  '{shell,remotes,shared,e2e}/**/*testing*.ts',
  'e2e/tests/**/*.ts',
];

const LIMITS = [
  // `{ timeout: 500 }`, `startTimeoutMs: 500`
  /\b\w*timeout(Ms)?: ?\d/i,
  // The product's other limits that tests can set.
  /\b(request|handshake|render|view|geocoder)Ms: ?\d/,
  /\bwaitForTimeout\(/,
  /\bAbortSignal\.timeout\((?!timeLeft\()/,
  /\b(test|testInfo|rs)\.setTimeout\((?!timeLeft\()/,
  // A limit after the body of a test or hook.
  /^\s*\}, ?\d[\d_]*\);/m,
];

const NEVER_REPLIES = 'The other side never replies, so the wait would be unlimited.';

/** Why a file may have such a limit. */
const ALLOWED: Record<string, string> = {
};

const limitsIn = (file: string) => {
  const text = readFileSync(resolve(ROOT, file), 'utf8');
  return LIMITS.flatMap((limit) => limit.exec(text)?.[0].trim() ?? []);
};

test('tests have no time limits of their own', () => {
  const files = globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**', 'e2e/tests/bench/**'] });
  expect(files.length).toBeGreaterThan(300);
  const found = files
    .filter((file) => resolve(ROOT, file) !== import.meta.filename)
    .map((file) => ({ file, limits: limitsIn(file) }))
    .filter(({ limits }) => limits.length > 0);
  expect(found.filter(({ file }) => !(file in ALLOWED))).toEqual([]);
  // A file that no longer has a limit must not keep its permission.
  expect(Object.keys(ALLOWED).filter((file) => !found.some((one) => one.file === file))).toEqual([]);
});
