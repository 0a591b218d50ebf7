/**
 * Checks that a top-up is paid once and that the screen shows its true outcome. Runs the production
 * code of shell and wallet, in two tabs of one browser, against the real backend, over a network
 * that loses, duplicates and delays requests.
 */
import type { Script } from 'node:vm';
import { type Backend, migratedImage, runCount, startTestBackend } from '@e2e/backend/testing';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import fc from 'fast-check';
import { bundlePage } from './bundle-page.ts';
import { scenario } from './commands.ts';
import { findDiscrepancies } from './discrepancies.ts';
import { runScenario } from './run-scenario.ts';

/**
 * By default, each run uses the same few scenarios. Any other number (`MONEY_RUNS`, `LONG_RUNS`)
 * uses new random ones; `MONEY_SEED` repeats such a run.
 */
const RUNS = runCount('MONEY', 4, 400);
const { MONEY_RUNS, LONG_RUNS } = process.env;
const { MONEY_SEED = MONEY_RUNS || LONG_RUNS === '1' ? undefined : '1' } = process.env;
/** Number of parallel scenarios, each with its own user: a scenario mostly waits. */
const TOGETHER = 4;

let backend: Backend;
let script: Script;
beforeAll(async () => {
  script = await bundlePage();
  // In this process, as the simulated user's limits require.
  backend = await startTestBackend({ sandbox: true, image: await migratedImage() });
});
afterAll(() => backend.close());

test('screens and ledger agree after any faults during top-ups', async () => {
  let scenarioCount = 0;
  let paid = 0;
  const scenarios = fc.array(scenario, { minLength: TOGETHER, maxLength: TOGETHER });
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenarioInputs) => {
      const results = await Promise.all(scenarioInputs.map((one) => runScenario({ backend, script }, one)));
      const found = results.flatMap((result, index) =>
        findDiscrepancies(result).map((one) => `scenario ${index + 1}: ${one}`),
      );
      if (found.length > 0) throw new Error(found.join('\n'));
      scenarioCount += results.length;
      paid += results
        .flatMap(({ ledger }) => ledger.orders)
        .filter(({ isPaidAtProvider }) => isPaidAtProvider).length;
    }),
    {
      numRuns: Math.ceil(RUNS / TOGETHER),
      // Shrinking takes too long.
      endOnFailure: true,
      includeErrorInReport: true,
      ...(MONEY_SEED && { seed: Number(MONEY_SEED) }),
    },
  );
  console.log(`${scenarioCount} scenarios, ${paid} payments`);
  // Guards against scenarios in which no payment succeeds.
  expect(paid).toBeGreaterThan(scenarioCount / 3);
});
