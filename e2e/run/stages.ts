/** The stages of `pnpm test`. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { UNIT_TESTS } from './commands-for.ts';
import { type Counted, readJourneys, readUnitTests } from './reports.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const REPORTS = resolve(ROOT, '.cache/reports');

export interface Stage {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** A stage that must have ended first, if it is in the same plan. */
  needs?: Stage;
  /** Counts the finished stage's tests. A stage without `count` counts as one test. */
  count?: () => Counted;
}

/**
 * Stages that run at the same time, each with a worker per core: one uses the cores while the tests of
 * the other wait.
 */
export const STAGES_AT_ONCE = 2;

/**
 * The slowest files without a database, which build, run whole checks, or start and end processes:
 * not with `--quick`.
 */
const SLOWEST = [
  'e2e/backend/src/commands/payments-command.test.ts',
  'e2e/tests/dev-ports.test.ts',
  'shared/contract-tools/src/check/run-check.test.ts',
  'shared/contract-tools/src/contract-command.test.ts',
  'shared/federation/src/api/api-report.test.ts',
  'shared/federation/src/create/create-outside.test.ts',
  'shared/federation/src/registry/change-registry.test.ts',
  'shared/federation/src/publish/check-source.test.ts',
  'shared/federation/src/publish/publish.test.ts',
  'shared/federation/src/publish/publish-steps.test.ts',
  'shared/federation/src/publish/upload-order.test.ts',
  'shell/server/src/first-view/first-views.test.ts',
];

/**
 * Test files that run on the embedded database too. It is the same engine with another driver, a
 * single connection and no server: one file each about types of columns, transactions, locks,
 * partitions and large imports, and those about money that goes both ways. The simulation uses it
 * too, for charges, refunds, disputes, notices and waiting lines.
 */
const ON_EMBEDDED = [
  'e2e/backend/src/platform/limits/rate-limit.database.test.ts',
  'e2e/backend/src/domain/people/account/push-tokens.database.test.ts',
  'e2e/backend/src/domain/charging/lock-order.database.test.ts',
  'e2e/backend/src/domain/guests/guest-money.database.test.ts',
  'e2e/backend/src/platform/database',
  'e2e/backend/src/domain/live/tickets.database.test.ts',
  'e2e/backend/src/domain/charging/meter-values/store-samples.database.test.ts',
  'e2e/backend/src/network/network-sequence.database.test.ts',
  'e2e/backend/src/domain/sites/routes.database.test.ts',
  'e2e/backend/src/domain/money/paybacks/paybacks.database.test.ts',
  'e2e/backend/src/domain/money/reconcile/reconcile.database.test.ts',
];

const reportOf = (name: string) => resolve(REPORTS, `${name}.json`);

/** Most files share modules, which halves the time. `rstest.config.ts` isolates the others. */
const SHARED_MODULES = '--isolate=false';
/** A context per file takes two thirds of the time of a process per file. */
const CONTEXTS = '--pool.type=vmForks';

/** For a short stage, in which a second worker would take more time than it saves. */
const ONE_WORKER = '--pool.maxWorkers=1';

function unitTests(name: string, project: string, ...options: string[]): Stage {
  const report = reportOf(name);
  return {
    name,
    command: 'rstest',
    args: ['run', '--config', UNIT_TESTS, '--project', project, ...options],
    env: { RSTEST_REPORT: report },
    count: () => readUnitTests(report),
  };
}

const build: Stage = { name: 'build', command: 'node', args: ['shared/federation/src/build.ts'] };
const checks: Stage[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  // With more threads it takes twice the CPU time.
  { name: 'types', command: 'tsc', args: ['-p', '.', '--singleThreaded'] },
  { name: 'dead code', command: 'knip', args: [] },
];
const screens = unitTests('screens and shared code', 'web', SHARED_MODULES);
const isolated = unitTests('screens with mocked modules or clocks', 'web-isolated', CONTEXTS);
const exceptSlowest = SLOWEST.flatMap((file) => ['--exclude', file]);
const TOOLS = 'chargers, brands and the build';
const tools: Stage = { ...unitTests(TOOLS, 'node', SHARED_MODULES), needs: build };
const quickTools = unitTests(TOOLS, 'node', SHARED_MODULES, ...exceptSlowest);
const EMBEDDED = 'backend on the embedded database';
const embedded: Stage = {
  ...unitTests(EMBEDDED, 'node-database', SHARED_MODULES, ONE_WORKER, ...ON_EMBEDDED),
  needs: build,
};
const { command, args, ...onServer } = unitTests('backend on PostgreSQL', 'node-database', SHARED_MODULES);
const backend: Stage = {
  ...onServer,
  command: 'node',
  args: ['e2e/tests/with-postgres.ts', command, ...args],
  needs: build,
};
const journeySeed = process.env.JOURNEY_SEED ? [process.env.JOURNEY_SEED] : [];
const journeyReport = reportOf('journeys');
const journeys: Stage = {
  name: 'journeys',
  command: 'playwright',
  args: [
    'test',
    '--config',
    'e2e/tests/playwright.config.ts',
    `--workers=${availableParallelism()}`,
    // Playwright prints the seed of the order, and the same seed repeats it.
    '--shuffle',
    ...journeySeed,
  ],
  env: { PLAYWRIGHT_REPORT: journeyReport },
  needs: build,
  count: () => readJourneys(journeyReport),
};

/** Stages in the order in which they start: the longest one first, as soon as it can. */
export const ALL: Stage[] = [build, ...checks, journeys, backend, screens, tools, embedded, isolated];
export const QUICK: Stage[] = [...checks, screens, isolated, quickTools];
