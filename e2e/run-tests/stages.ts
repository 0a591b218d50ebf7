/** The stages of `pnpm test`. */
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { ensureNats } from '../tests/ensure-nats.ts';
import { ensureNginx } from '../tests/ensure-nginx.ts';
import { startPostgres } from '../tests/postgres.ts';
import { type Counted, readJourneys, readUnitTests } from './reports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const REPORTS = resolve(ROOT, '.cache/reports');

export interface Stage {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Duration in s on two quiet cores, until a run on this machine has measured it. */
  expected: number;
  /** Priority for `os.setPriority`; normal if absent. */
  priority?: number;
  /** A stage that must have ended first, if it is in the same plan. */
  needs?: Stage;
  /** Counts the finished stage's tests. A stage without `count` counts as one test. */
  count?: () => Counted;
  /** Starts what the stage needs. Throws if that isn't possible. */
  prepare?: () => Promise<{ env: Record<string, string>; stop: () => void }>;
}

const reportOf = (name: string) => resolve(REPORTS, `${name}.json`);

/**
 * For tests that start a backend. They mostly wait, and loading the backend's modules once per
 * worker instead of once per file halves their CPU time.
 */
const SHARED_WORKERS = ['--isolate=false', '--pool.maxWorkers=4'];

/** Most files share modules, which halves the time. `rstest.config.ts` isolates the others. */
const SHARED_MODULES = ['--isolate=false'];
/** A context per file takes two thirds of the time of a process per file. */
const CONTEXTS = ['--pool.type', 'vmForks'];

function unitTests(name: string, projects: string, expected: number, ...options: string[]): Stage {
  const report = reportOf(name);
  return {
    name,
    command: 'rstest',
    args: ['run', ...projects.split(' ').flatMap((project) => ['--project', project]), ...options],
    env: { RSTEST_REPORT: report },
    expected,
    // The journeys mostly wait, so unit tests use the CPU time that they leave.
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    count: () => readUnitTests(report),
  };
}

const build: Stage = {
  name: 'build',
  command: 'node',
  args: ['shared/federation/src/build.ts'],
  expected: 60,
};

const checks: Stage[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'], expected: 3 },
  { name: 'types', command: 'tsc', args: ['-p', '.'], expected: 15 },
  { name: 'dead code', command: 'knip', args: [], expected: 8 },
];
const screens = unitTests('screens and shared code', 'web', 80, ...SHARED_MODULES);
const isolated = unitTests('screens with mocked modules or clocks', 'web-isolated', 14, ...CONTEXTS);
const tools: Stage = {
  ...unitTests('chargers, brands and the build', 'node', 30, ...SHARED_MODULES),
  needs: build,
};
const backend: Stage = {
  ...unitTests('backend on the embedded database', 'node-database', 85, ...SHARED_WORKERS),
  needs: build,
};
const backendOnPostgres: Stage = {
  ...unitTests('backend on PostgreSQL', 'node-database node-one-database', 110, ...SHARED_WORKERS),
  needs: build,
  prepare: async () => {
    // Installed before the tests, several of which would otherwise install them at the same time.
    ensureNats();
    ensureNginx();
    const server = await startPostgres();
    if (!server) throw new Error('no PostgreSQL server found, and none could be installed');
    return { env: { DATABASE_URL: server.url }, stop: server.stop };
  },
};

function browserTests(name: string, project: string, expected: number, ...options: string[]): Stage {
  const report = reportOf(project);
  return {
    name,
    command: 'playwright',
    args: ['test', '--config', 'e2e/tests/playwright.config.ts', '--project', project, ...options],
    env: { PLAYWRIGHT_REPORT: report },
    expected,
    needs: build,
    count: () => readJourneys(report),
  };
}
const journeySeed = process.env.JOURNEY_SEED ? [process.env.JOURNEY_SEED] : [];
// Playwright prints the seed of the order, and the same seed repeats it.
const journeys = browserTests('journeys', 'journeys', 400, '--shuffle', ...journeySeed);
const week = browserTests('long journeys', 'week', 110);

/**
 * Stages in the order in which they start, two at a time. The journeys start as soon as the first
 * of the backend's stages has ended: they take longest, and the shorter stages run alongside.
 */
export const ALL: Stage[] = [
  ...[build, ...checks, backendOnPostgres, backend],
  ...[journeys, week, screens, tools, isolated],
];
export const QUICK: Stage[] = [...checks, screens, tools, isolated];
