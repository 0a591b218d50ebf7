/**
 * A top-up is paid once, and the screen says what is true: shell and wallet as they are built, in
 * two tabs of one browser, over a network that loses, doubles and delays, against the real backend.
 * However it went, in the end screens and ledger agree.
 */
import type { Script } from 'node:vm';
import { type Backend, startTestBackend } from '@e2e/backend/testing';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import fc from 'fast-check';
import { bundlePage } from './bundle-page.ts';
import { story } from './commands.ts';
import { disagreements } from './disagreements.ts';
import { liveStory } from './live-story.ts';

/**
 * The same few stories each time, to notice what breaks; `MONEY_RUNS` has as many new ones as one
 * has time for, some forty in a minute, and `MONEY_SEED` repeats such a run.
 */
const { MONEY_RUNS, MONEY_SEED = MONEY_RUNS ? undefined : '1' } = process.env;
const RUNS = Number(MONEY_RUNS ?? 24);
/** Most of a story is waiting: as many as this are lived at once, by as many people. */
const TOGETHER = 4;

let backend: Backend;
let script: Script;
beforeAll(async () => {
  script = await bundlePage();
  backend = await startTestBackend({ sandbox: true });
}, 60_000);
afterAll(() => backend.close());

test('whatever goes wrong while credit is added, screens and ledger agree in the end', async () => {
  let lived = 0;
  let paid = 0;
  const stories = fc.array(story, { minLength: TOGETHER, maxLength: TOGETHER });
  await fc.assert(
    fc.asyncProperty(stories, async (given) => {
      const ends = await Promise.all(given.map((one) => liveStory({ backend, script }, one)));
      const found = ends.flatMap((end, place) =>
        disagreements(end).map((one) => `story ${place + 1}: ${one}`),
      );
      if (found.length > 0) throw new Error(found.join('\n'));
      lived += ends.length;
      paid += ends.flatMap(({ books }) => books.orders).filter(({ taken }) => taken).length;
    }),
    {
      numRuns: Math.ceil(RUNS / TOGETHER),
      // Smaller stories would take too long to be found.
      ...{ endOnFailure: true, includeErrorInReport: true },
      ...(MONEY_SEED && { seed: Number(MONEY_SEED) }),
    },
  );
  console.log(`${lived} stories, ${paid} payments`);
  // Stories come to something.
  expect(paid).toBeGreaterThan(lived / 3);
}, 7_200_000);
