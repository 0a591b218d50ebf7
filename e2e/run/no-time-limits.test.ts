/**
 * Finds numeric time limits in tests: a slow machine would exceed them. The only one is against
 * hangs (`hang-limit.ts`).
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
  /\bAbortSignal\.timeout\((?!WAIT_MS)/,
  /\b(test|testInfo|rs)\.setTimeout\((?!WAIT_MS)/,
  // A limit after the body of a test or hook.
  /^\s*\}, ?\d[\d_]*\);/m,
];

const NO_REPLY = 'the other side never replies';

/** Files that may have such a limit, with the reason why a slow machine can't fail by it. */
const OWN_LIMITS = 'the clients of other libraries have limits of their own';
const ALLOWED: Record<string, string> = {
  'e2e/backend/src/domain/account-deletion/deletion-at-a-start.database.test.ts': NO_REPLY,
  'e2e/backend/src/domain/charging/faults.database.test.ts': NO_REPLY,
  'e2e/backend/src/platform/instances/several-instances.database.test.ts': NO_REPLY,
  'e2e/backend/src/platform/metrics/metrics.database.test.ts': NO_REPLY,
  'e2e/backend/src/domain/charge-points/raw-charge-point.testing.ts': OWN_LIMITS,
  'e2e/backend/src/domain/charge-points/station.testing.ts': OWN_LIMITS,
  'e2e/backend/src/domain/charge-points/upgrade.database.test.ts': 'the handshake is never completed',
  'e2e/backend/src/domain/operator/authorization-key.database.test.ts': NO_REPLY,
  'e2e/backend/src/domain/operator/commands.database.test.ts': NO_REPLY,
  'e2e/backend/src/domain/valet/charge.database.test.ts': NO_REPLY,
  'e2e/tests/cluster/cluster.database.test.ts': 'replies are lost, and a late one only leads to a retry',
  'e2e/tests/journeys/connectivity.spec.ts': 'a pause before something that must not have happened',
  'shell/server/src/first-view/first-views.test.ts': 'that render takes forever, or is tried again',
  'shared/client/src/send.test.ts': 'ends by a signal before',
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
