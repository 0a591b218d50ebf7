/**
 * Prints how many journeys are done, and for each failed one the content of its page and the command
 * that runs it alone.
 */
import { readFileSync } from 'node:fs';
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
    if (result.status !== test.expectedStatus) {
      this.#failed.add(test);
      // Playwright writes the page's accessibility tree to this file.
      const content = result.attachments.find(({ name }) => name === 'error-context')?.path;
      if (content) console.log(readFileSync(content, 'utf8'));
    }
    this.#done += 1;
    if (this.#done % EVERY === 0) console.log(`  ${this.#done} of ${this.#total} journeys`);
  }

  onEnd(): void {
    if (this.#failed.size === 0) return;
    console.log('\nTo run a failed journey alone (JOURNEY_TRACE=1 records a trace):\n');
    for (const { location } of this.#failed)
      console.log(`  pnpm test ${relative(process.cwd(), location.file)}:${location.line}`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
