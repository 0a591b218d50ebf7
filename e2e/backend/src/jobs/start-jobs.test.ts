import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import Fastify from 'fastify';
import type { Database } from '../db/database.ts';
import { captureLog } from '../testing/capture-log.ts';
import { startJobs } from './start-jobs.ts';

const { logTo, lines } = captureLog();
/** This instance runs the jobs of all. */
const database: Pick<Database, 'takeJobs'> = {
  takeJobs(onHeld) {
    onHeld();
    return { isHeld: () => true, release: async () => undefined };
  },
};
const { log } = Fastify({ logger: { stream: logTo } });

test('runs the first round at once only when the job says so', async () => {
  const begun: string[] = [];
  const job = (name: string) => ({ name, everyMs: 60_000, run: async () => void begun.push(name) });
  const jobs = startJobs([{ ...job('first'), atStart: true }, job('second')], log, database);
  await jobs.stop();
  expect(begun).toEqual(['first']);
});

test('runs one round of a job at a time, and different jobs concurrently', async () => {
  const running = { slow: 0, other: 0 };
  let most = 0;
  let together = false;
  const job = (name: 'slow' | 'other') => ({
    name,
    everyMs: 5,
    async run() {
      running[name] += 1;
      most = Math.max(most, running[name]);
      together ||= running.slow > 0 && running.other > 0;
      await wait(25);
      running[name] -= 1;
    },
  });
  const jobs = startJobs([job('slow'), job('other')], log, database);
  await wait(150);
  await jobs.stop();
  expect({ most, together, running }).toEqual({ most: 1, together: true, running: { slow: 0, other: 0 } });
});

test('logs a failed round with the name of the job, and runs the next round', async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    throw new Error('no connection');
  };
  const jobs = startJobs([{ name: 'sweep', everyMs: 5, run }], log, database);
  await expect.poll(() => rounds).toBeGreaterThan(1);
  await jobs.stop();
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 50, job: 'sweep', err: { message: 'no connection' } });
});

test('aborts the running round, waits for it and begins no other when stopped', async () => {
  const ended = Promise.withResolvers<void>();
  let rounds = 0;
  const run = async (stopped: AbortSignal) => {
    rounds += 1;
    stopped.addEventListener('abort', () => void wait(20).then(ended.resolve));
    await ended.promise;
  };
  const jobs = startJobs([{ name: 'long', everyMs: 5, atStart: true, run }], log, database);
  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  await ended.promise;
  expect(stopped).toBe(false);
  await stopping;
  await wait(20);
  expect(rounds).toBe(1);
});
