/** Prints how many journeys are done, and for each failed one the command that runs it alone. */
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

const EVERY = 25;

export default class FailureReporter implements Reporter {
  #total = 0;
  #done = 0;
  readonly #failed = new Set<TestCase>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#total = suite.allTests().length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== test.expectedStatus) this.#failed.add(test);
    if (result.retry > 0) return;
    this.#done += 1;
    if (this.#done % EVERY === 0) console.log(`  ${this.#done} of ${this.#total} journeys`);
  }

  onEnd(): void {
    if (this.#failed.size === 0) return;
    console.log('\nTo run a failed journey alone:\n');
    for (const { location } of this.#failed)
      console.log(`  pnpm test ${relative(process.cwd(), location.file)}:${location.line}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
