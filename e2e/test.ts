/** `pnpm test`: runs every check and every test. Needs nothing installed by hand. */
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
/** Failed steps with their failed tests, printed again at the end of a long output. */
const failures: string[] = [];

/**
 * Runs one step, prints its duration and adds up its tests. A step without a report counts as one
 * test.
 */
function step(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  count?: () => Count & { failedTests: string[] },
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
  const counted = count?.() ?? { passed: passed ? 1 : 0, failed: passed ? 0 : 1, failedTests: [] };
  total.passed += counted.passed;
  // A step that failed without a failing test (a crash, say) still fails the run.
  total.failed += passed ? counted.failed : Math.max(1, counted.failed);
  if (!passed) failures.push(name, ...counted.failedTests.map((test) => `  ${test}`));
  console.log(
    `── ${name}: ${passed ? 'ok' : 'FAILED'} in ${Math.round((performance.now() - begun) / 1000)} s`,
  );
}

const report = (name: string) => resolve(reports, `${name}.json`);
const read = <T>(name: string): T | undefined =>
  existsSync(report(name)) ? (JSON.parse(readFileSync(report(name), 'utf8')) as T) : undefined;

interface UnitReport {
  summary: { passedTests: number; failedTests: number };
  tests: { testPath: string; fullName: string; status: string; errors?: { message: string }[] }[];
}
/** A suite is a file or a `describe` block. */
interface Suite {
  suites?: Suite[];
  specs?: { file: string; line: number; title: string; ok: boolean }[];
}
interface JourneyReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number };
}

function failedJourneys({ suites = [], specs = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ file, line, title }) => `${file}:${line}: ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}

/**
 * For tests that start a backend. They mostly wait, and loading the backend's modules once for each
 * worker instead of each file halves their CPU time.
 */
const SHARED_WORKERS = ['--isolate=false', '--pool.maxWorkers=4'];

function unit(name: string, args: string[], env: Record<string, string> = {}) {
  step(name, 'rstest', ['run', '--project', ...args], { ...env, RSTEST_REPORT: report(name) }, () => {
    const { summary, tests = [] } = read<UnitReport>(name) ?? {};
    const failed = tests.filter(({ status }) => status === 'fail');
    return {
      passed: summary?.passedTests ?? 0,
      failed: summary?.failedTests ?? 0,
      failedTests: failed.map(
        ({ testPath, fullName, errors }) =>
          `${testPath}: ${fullName}: ${errors?.[0]?.message.split('\n', 1)}`,
      ),
    };
  });
}

await ensureBrowser();

step('format and lint', 'biome', ['ci', '--error-on-warnings', '.']);
step('types', 'tsc', ['-p', '.']);
step('dead code', 'knip', []);
unit('screens and shared code', ['web']);
unit('chargers, brands and the build', ['node']);
unit('backend on the embedded database', ['node-database', ...SHARED_WORKERS]);

const postgres = await startPostgres();
if (postgres) {
  try {
    unit('backend on PostgreSQL', ['node-database', ...SHARED_WORKERS], { DATABASE_URL: postgres.url });
  } finally {
    postgres.stop();
  }
} else {
  failures.push('backend on PostgreSQL: no server found, and none could be installed');
  total.failed += 1;
}

step('build', 'node', ['shared/federation/src/build.ts']);
step(
  'journeys',
  'playwright',
  ['test', '--config', 'e2e/tests/playwright.config.ts'],
  { PLAYWRIGHT_REPORT: report('journeys') },
  () => {
    const journeys = read<JourneyReport>('journeys');
    return {
      passed: (journeys?.stats.expected ?? 0) + (journeys?.stats.flaky ?? 0),
      failed: journeys?.stats.unexpected ?? 0,
      failedTests: failedJourneys(journeys ?? {}),
    };
  },
);

if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
