import { mkdirSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { parseTimes, runStage } from './run-stage.ts';
import { REPORTS } from './stages.ts';

mkdirSync(REPORTS, { recursive: true });
const { signal } = new AbortController();
const run = (script: string, options = { signal }) =>
  runStage(
    { name: 'test of a stage', command: 'node', args: ['-e', script] },
    { root: '.', env: process.env, ...options },
  );

test('returns what a stage printed, whether it succeeded, and the CPU time of its processes', async () => {
  const busy = 'while (process.cpuUsage().user < 200_000); console.log("done"); process.exit(3)';
  const inChild = `require('child_process').spawnSync('node', ['-e', ${JSON.stringify(busy)}], { stdio: 'inherit' })`;
  const ended = await run(`process.exit(${inChild}.status)`);
  expect(ended).toMatchObject({ ok: false, passed: 0, failed: 1, output: 'done\n' });
  if (process.platform !== 'win32') expect(ended.cpu?.user).toBeGreaterThan(0.2);
});

test('ends the programs of a stage when the run is interrupted', async () => {
  const controller = new AbortController();
  const running = run('setInterval(() => {}, 1000)', { signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ ok: false });
});

test('fails a stage with a card number in its log, and names the line', async () => {
  const line = JSON.stringify({ level: 40, msg: 'declined 4000000000000515' });
  expect(await run(`console.log(${JSON.stringify(line)})`)).toMatchObject({
    ok: false,
    failed: 1,
    failedTests: ['line 1 of the output has a card number'],
  });
});

test('reads the CPU time of ended children', () => {
  expect(parseTimes('0m0.01s 0m0.02s\n1m2.5s 0m3.25s\n')).toEqual({ user: 62.5, system: 3.25 });
  expect(parseTimes('0m0,01s 0m0,02s\n1m2,5s 0m3,25s\n')).toEqual({ user: 62.5, system: 3.25 });
  expect(parseTimes('')).toBeUndefined();
});
