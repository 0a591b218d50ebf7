/** `pnpm test`: every check and every test of the product, in one run that needs nothing installed by hand. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureBrowser } from './tests/browser.ts';
import { startPostgres } from './tests/postgres.ts';

const root = resolve(import.meta.dirname, '..');
const reports = resolve(root, '.cache/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

interface Count {
  passed: number;
  failed: number;
}
const total: Count = { passed: 0, failed: 0 };
const failures: string[] = [];

/** Runs one step, prints how long it took, and adds what it counted; a step without a report counts as one. */
function step(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  count?: () => Count,
) {
  console.log(`\n── ${name}`);
  const begun = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  const passed = status === 0;
  const counted = count?.() ?? { passed: passed ? 1 : 0, failed: passed ? 0 : 1 };
  total.passed += counted.passed;
  // A step that failed without a failing test (a crash, say) still fails the run.
  total.failed += passed ? counted.failed : Math.max(1, counted.failed);
  if (!passed) failures.push(name);
  console.log(
    `── ${name}: ${passed ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s`,
  );
}

const report = (name: string) => resolve(reports, `${name}.json`);
const read = <T>(name: string): T | undefined =>
  existsSync(report(name)) ? (JSON.parse(readFileSync(report(name), 'utf8')) as T) : undefined;

function unit(name: string, project: string, env: Record<string, string> = {}) {
  step(name, 'rstest', ['run', '--project', project], { ...env, RSTEST_REPORT: report(name) }, () => {
    const summary = read<{ summary: { passedTests: number; failedTests: number } }>(name)?.summary;
    return { passed: summary?.passedTests ?? 0, failed: summary?.failedTests ?? 0 };
  });
}

await ensureBrowser();

step('format and lint', 'biome', ['ci', '--error-on-warnings', '.']);
step('types', 'tsc', ['-p', '.']);
step('dead code', 'knip', []);
unit('screens and shared code', 'web');
unit('backend and chargers on the embedded database', 'node');

const postgres = await startPostgres();
if (postgres) {
  try {
    unit('backend and chargers on PostgreSQL', 'node', { DATABASE_URL: postgres.url });
  } finally {
    postgres.stop();
  }
} else {
  failures.push('backend on PostgreSQL: no server here, and none could be installed');
  total.failed += 1;
}

step('build', 'node', ['shared/federation/src/build.ts']);
step(
  'journeys',
  'playwright',
  ['test', '--config', 'e2e/tests/playwright.config.ts'],
  { PLAYWRIGHT_REPORT: report('journeys') },
  () => {
    const stats = read<{ stats: { expected: number; unexpected: number; flaky: number } }>('journeys')?.stats;
    return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 };
  },
);

if (failures.length) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
