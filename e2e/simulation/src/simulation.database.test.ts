/** The simulation runs in its own process, because it replaces the clock of the whole process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';

const SCRIPT = fileURLToPath(new URL('./simulate.ts', import.meta.url));

/** Returns what the command prints, and whether nothing failed. */
function simulate(options: string): Promise<{ output: string; isOk: boolean }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SCRIPT, ...options.split(' ')],
      { maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => resolve({ output: stdout + stderr, isOk: error === null }),
    );
  });
}

const lineOf = (output: string, seed: number) =>
  output.split('\n').find((line) => line.startsWith(`seed ${seed}:`));

/** New seeds in one process: to start one takes as long as two seeds. */
let seeds: Awaited<ReturnType<typeof simulate>>;
/** The last of them again, in another process, in which it is the first. */
let again: typeof seeds;
let repeated = 0;
beforeAll(async () => {
  seeds = await simulate(`--count ${runCount('SIMULATION', 8, 2000)}`);
  repeated = Number([...seeds.output.matchAll(/^seed (\d+):/gm)].at(-1)?.[1]);
  again = await simulate(`--seed ${repeated} --log --mistakes`);
});

const withoutTimes = (output: string) => output.replaceAll(/[\d.]+ s of CPU, log/g, 'log');

test('a seed gives the same events twice, byte for byte, whatever ran before', () => {
  const line = lineOf(again.output, repeated) ?? '';
  expect(again.output.indexOf(line)).toBeGreaterThan(1000);
  // The line has the hash of all events.
  expect(withoutTimes(line)).toBe(withoutTimes(lineOf(seeds.output, repeated) ?? ''));
});

test('a failure is shrunk, and its printed command repeats it to the same event', async () => {
  const { output, isOk } = await simulate('--seed 7 --hours 0.2 --defect 2 --ocpp16 --shrink');
  expect(isOk).toBe(false);
  expect(lineOf(output, 7)).toMatch(/ [2-9]\d* faults, .*FAILED$/);
  const [, command = ''] = /Repeat with: pnpm simulate (.*)/.exec(output) ?? [];
  expect(command).toMatch(/^--seed 7 --hours 0.2 --until 0\.\d+ --faults 2 --defect 2 --ocpp16$/);
  const end = (text: string) => text.split('\n').slice(-4);
  expect(end(output)[1]).toContain('a balance is the sum of its entries, but');
  const events = output.slice(output.indexOf('Repeat with'));
  expect(events).toContain('defect: adds a cent to all wallets');
  const repeated = await simulate(command);
  expect(repeated.isOk).toBe(false);
  expect(repeated.output.endsWith(events)).toBe(true);
});

test('each rule finds a mistake that is planted in data, or in statements of the backend', () => {
  const { output, isOk } = again;
  // Without the events of the seed.
  const found = output.slice(output.lastIndexOf('\nseed '));
  expect(found).toMatch(/\nall found\n$/);
  expect(isOk, found).toBe(true);
});

test('no seed breaks a rule of money, charges and screens', () => {
  // Prints the seeds.
  console.log(seeds.output);
  expect(seeds.isOk, seeds.output).toBe(true);
});
