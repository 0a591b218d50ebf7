/** The simulation runs in its own process, because it replaces the clock of the whole process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';

const COMMAND = fileURLToPath(new URL('./simulate.ts', import.meta.url));

/** Returns what the command prints. Rejects, with the output, if a seed fails. */
async function simulate(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], {
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return stdout;
}

test('a seed gives the same events twice, byte for byte', async () => {
  const run = async () =>
    (await simulate('--seed', '7', '--hours', '0.3', '--log')).replace(/[\d.]+ s, log/, 'log');
  expect(await run()).toBe(await run());
});

test('no seed breaks a rule of money, charges and screens', async () => {
  const count = String(runCount('SIMULATION', 8, 2000));
  // Prints the seeds.
  console.log(await simulate('--count', count, '--hours', '0.3'));
});
