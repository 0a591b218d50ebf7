/** The simulation runs in its own process, because it replaces the clock of the whole process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Every seed that has failed, and what it found. Changes of the model change what a seed does. */
const SEEDS = [
  {
    options: '--seed 1056 --hours 0.5 --ocpp16',
    found: 'the run ended while the last event of a charge was on its way to a screen',
  },
  {
    options: '--seed 5016 --hours 0.5 --ocpp16',
    found: 'repeated errors of an outage, logged minutes after it, counted as errors of their own',
  },
  {
    options: '--seed 400473 --hours 0.4',
    found: 'the run ended while the notice of a late payment was on its way from the provider',
  },
  {
    options: '--seed 18 --hours 2',
    found: 'a restarted charge point got power that another one still had',
  },
];

/** Returns what the command prints, and whether no seed failed. */
const simulate = (options: string) => run('./simulate.ts', options.split(' '));

function run(script: string, options: string[]): Promise<{ output: string; isOk: boolean }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [scriptOf(script), ...options],
      { maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => resolve({ output: stdout + stderr, isOk: error === null }),
    );
  });
}

/** Returns the line of a seed, without the time that it took. */
const lineOf = (output: string, seed: number) =>
  output
    .split('\n')
    .find((line) => line.startsWith(`seed ${seed}:`))
    ?.replace(/[\d.]+ s of CPU, log/, 'log');

test('a seed gives the same events twice, byte for byte, whatever ran before', async () => {
  const alone = await simulate('--seed 7 --hours 0.3 --log');
  const second = await simulate('--seeds 6-7 --hours 0.3 --log');
  const eventsOf = (output: string) =>
    output
      .split('\n')
      .filter((line) => /^\d\dT/.test(line))
      .join('\n');
  expect(alone.isOk).toBe(true);
  expect(eventsOf(alone.output).length).toBeGreaterThan(1000);
  expect(eventsOf(second.output).endsWith(eventsOf(alone.output))).toBe(true);
  expect(lineOf(second.output, 7)).toBe(lineOf(alone.output, 7));
});

test('a failure is shrunk, and its printed command repeats it to the same event', async () => {
  const { output, isOk } = await simulate('--seed 7 --hours 0.3 --defect 6 --ocpp16 --shrink');
  expect(isOk).toBe(false);
  expect(lineOf(output, 7)).toMatch(/ [2-9]\d* faults, .*FAILED$/);
  const [, command = ''] = /Repeat with: pnpm simulate (.*)/.exec(output) ?? [];
  expect(command).toMatch(/^--seed 7 --hours 0.3 --until 0\.\d+ --faults 6 --defect 6 --ocpp16$/);
  const end = (text: string) => text.split('\n').slice(-4);
  expect(end(output)[1]).toContain('a balance is the sum of its entries, but');
  const events = output.slice(output.indexOf('Repeat with'));
  expect(events).toContain('defect: adds a cent to all wallets');
  const repeated = await simulate(command);
  expect(repeated.isOk).toBe(false);
  expect(repeated.output.endsWith(events)).toBe(true);
});

test.each(SEEDS)('no rule is broken any more by the seed that found: $found', async ({ options }) => {
  const { output, isOk } = await simulate(options);
  expect(isOk, output).toBe(true);
});

test('each rule finds a mistake that is planted in data, or in statements of the backend', async () => {
  const { output, isOk } = await run('./find-mistakes.ts', []);
  expect(isOk, output).toBe(true);
});

test('no seed breaks a rule of money, charges and screens', async () => {
  const { output, isOk } = await simulate(`--count ${runCount('SIMULATION', 20, 2000)} --hours 0.5`);
  // Prints the seeds.
  console.log(output);
  expect(isOk, output).toBe(true);
});
