/** Reads the JSON reports of the two test runners. */
import { existsSync, readFileSync } from 'node:fs';

export interface Counted {
  passed: number;
  failed: number;
  /** File, title and the first lines of the error of each failed test, for the summary. */
  failedTests: string[];
}

interface Failable {
  testPath: string;
  status: string;
  errors?: { message: string }[];
}
interface UnitReport {
  summary: { passedTests: number; failedTests: number };
  tests: (Failable & { fullName: string })[];
  /** A file itself can also fail, in `beforeAll` or while it is loaded. */
  files: Failable[];
}
/** A suite is a file or a `describe` block. */
interface Suite {
  suites?: Suite[];
  specs?: { file: string; line: number; title: string; tests: { status: string }[] }[];
}
interface JourneyReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A runner that crashed leaves no report; its stage fails by its exit code. */
const NO_REPORT: Counted = { passed: 0, failed: 0, failedTests: [] };

/** Returns the tests in a report of rstest's `json` reporter. */
export function readUnitTests(path: string): Counted {
  if (!existsSync(path)) return NO_REPORT;
  const { summary, tests, files } = JSON.parse(readFileSync(path, 'utf8')) as UnitReport;
  const failedTests = tests.filter(hasFailed);
  const named = new Set(failedTests.map(({ testPath }) => testPath));
  const failedFiles = files.filter((file) => hasFailed(file) && !named.has(file.testPath));
  return {
    passed: summary.passedTests,
    failed: summary.failedTests + failedFiles.length,
    failedTests: [
      ...failedTests.map(({ fullName, ...test }) => `${test.testPath}: ${fullName}: ${reasonOf(test)}`),
      ...failedFiles.map((file) => `${file.testPath}: ${reasonOf(file)}`),
    ],
  };
}

const hasFailed = ({ status }: Failable) => status === 'fail';
/** Lines of an error that the summary shows: a random test names its findings below its first line. */
const REASON_LINES = 20;
const reasonOf = ({ errors }: Failable) => errors?.[0]?.message.split('\n', REASON_LINES).join('\n    ');

/** Returns the tests in a report of Playwright's `json` reporter. */
export function readJourneys(path: string): Counted {
  if (!existsSync(path)) return NO_REPORT;
  const report = JSON.parse(readFileSync(path, 'utf8')) as JourneyReport;
  return {
    passed: report.stats.expected,
    // The second run of a failed test only records a trace.
    failed: report.stats.unexpected + report.stats.flaky,
    failedTests: failedJourneys(report),
  };
}

const FAILED = new Set(['unexpected', 'flaky']);

function failedJourneys({ suites = [], specs = [] }: Suite): string[] {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => FAILED.has(status)))
      .map(({ file, line, title }) => `${file}:${line}: ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}
