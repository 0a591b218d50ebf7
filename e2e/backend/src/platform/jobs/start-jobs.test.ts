import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import Fastify from 'fastify';
import { captureLog } from '../../testing/capture-log.ts';
import { runsAllJobs } from '../../testing/runs-all-jobs.ts';
import { systemClock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { HOUR_MS } from '../time.ts';
import { startJobs } from './start-jobs.ts';

const { logTo, lines } = captureLog();
const { log } = Fastify({ logger: { stream: logTo } });

test('runs the first round at once only with atStart', async () => {
  const begun: string[] = [];
  const job = (name: string) => ({ name, everyMs: HOUR_MS, run: async () => void begun.push(name) });
  const jobs = startJobs([{ ...job('first'), atStart: true }, job('second')], {
    clock: systemClock,
    log,
    database: runsAllJobs,
  });
  await jobs.stop();
  expect(begun).toEqual(['first']);
});

test('runs one round of a job at a time, and different jobs concurrently', async () => {
  const ended = Promise.withResolvers<void>();
  const rounds = { slow: 0, other: 0 };
  const job = (name: keyof typeof rounds, work?: Promise<void>) => ({
    name,
    everyMs: 5,
    async run() {
      rounds[name] += 1;
      await work;
    },
  });
  const jobs = startJobs([job('slow', ended.promise), job('other')], {
    clock: systemClock,
    log,
    database: runsAllJobs,
  });
  await expect.poll(() => rounds.slow).toBe(1);
  const { other } = rounds;
  // Both jobs tick as often.
  await expect.poll(() => rounds.other).toBeGreaterThan(other + 2);
  expect(rounds.slow).toBe(1);
  ended.resolve();
  await expect.poll(() => rounds.slow).toBeGreaterThan(1);
  await jobs.stop();
});

test('logs a failed round with the name of the job, and runs the next round', async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    throw new Error('no connection');
  };
  const jobs = startJobs([{ name: 'sweep', everyMs: 5, run }], {
    clock: systemClock,
    log,
    database: runsAllJobs,
  });
  await expect.poll(() => rounds).toBeGreaterThan(1);
  await jobs.stop();
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 50, job: 'sweep', err: { message: 'no connection' } });
});

test('when stopped, aborts the running round, waits for it and starts no other', async () => {
  const ended = Promise.withResolvers<void>();
  let rounds = 0;
  const run = async (stopped: AbortSignal) => {
    rounds += 1;
    stopped.addEventListener('abort', () => void wait(20).then(ended.resolve));
    await ended.promise;
  };
  const jobs = startJobs([{ name: 'long', everyMs: 5, atStart: true, run }], {
    clock: systemClock,
    log,
    database: runsAllJobs,
  });
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

test('runs shared jobs only while holding the lock, and jobs of its own connections always', async () => {
  let held = false;
  let acquire: () => void = () => undefined;
  const competeForJobs: Database['competeForJobs'] = (onHeld) => {
    acquire = onHeld;
    return { isHeld: () => held, release: async () => undefined };
  };
  const rounds = { own: 0, shared: 0, first: 0 };
  const job = (name: keyof typeof rounds, everyMs: number) => ({
    name,
    everyMs,
    async run() {
      rounds[name] += 1;
    },
  });
  const list = [{ ...job('own', 5), everywhere: true as const }, job('shared', 5)];
  const jobs = startJobs([...list, { ...job('first', HOUR_MS), atStart: true }], {
    clock: systemClock,
    log,
    database: { competeForJobs },
  });
  await expect.poll(() => rounds.own).toBeGreaterThan(2);
  expect(rounds).toMatchObject({ shared: 0, first: 0 });
  expect(Object.keys(jobs.lags())).toEqual(['own']);
  held = true;
  acquire();
  await expect.poll(() => rounds.shared).toBeGreaterThan(2);
  expect(rounds.first).toBe(1);
  expect(Object.keys(jobs.lags())).toEqual(['own', 'shared', 'first']);
  held = false;
  const { own: ownRounds, shared: sharedRounds } = rounds;
  await expect.poll(() => rounds.own).toBeGreaterThan(ownRounds + 2);
  expect(rounds.shared).toBeLessThanOrEqual(sharedRounds + 1);
  // Work that was due while another instance held the lock doesn't wait for its interval.
  acquire();
  await expect.poll(() => rounds.first).toBe(2);
  await jobs.stop();
});
