import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import Fastify from 'fastify';
import { captureLog } from '../../testing/capture-log.ts';
import { runsAllJobs } from '../../testing/runs-all-jobs.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import type { Database } from '../database/database.ts';
import { HOUR_MS } from '../time.ts';
import { type Job, startJobs } from './start-jobs.ts';

const { logTo, lines } = captureLog();
const { log } = Fastify({ logger: { stream: logTo } });
const EVERY_MS = 5000;

function start(jobs: Job[], database = runsAllJobs) {
  const clock = createTestClock();
  return {
    jobs: startJobs(jobs, { clock, log, database }),
    /** Advances the clock by `ms`, and waits for the rounds that don't wait for anything else. */
    async advance(ms = EVERY_MS) {
      clock.advance(ms);
      await nextTurn();
    },
  };
}

test('runs the first round at once only with atStart', async () => {
  const begun: string[] = [];
  const job = (name: string) => ({ name, everyMs: HOUR_MS, run: async () => void begun.push(name) });
  const { jobs } = start([{ ...job('first'), atStart: true }, job('second')]);
  await jobs.stop();
  expect(begun).toEqual(['first']);
});

test('runs one round of a job at a time, and different jobs concurrently', async () => {
  const ended = Promise.withResolvers<void>();
  const rounds = { slow: 0, other: 0 };
  const job = (name: keyof typeof rounds, work?: Promise<void>) => ({
    name,
    everyMs: EVERY_MS,
    async run() {
      rounds[name] += 1;
      await work;
    },
  });
  const { jobs, advance } = start([job('slow', ended.promise), job('other')]);
  for (let tick = 0; tick < 4; tick++) await advance();
  expect(rounds).toEqual({ slow: 1, other: 4 });
  expect(jobs.lags()).toEqual({ slow: 10, other: 0 });
  ended.resolve();
  await nextTurn();
  await advance();
  expect(rounds).toEqual({ slow: 2, other: 5 });
  await jobs.stop();
});

test('logs a failed round with the name of the job, and runs the next round', async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    throw new Error('no connection');
  };
  const { jobs, advance } = start([{ name: 'sweep', everyMs: EVERY_MS, run }]);
  for (const round of [1, 2]) {
    await advance();
    expect(rounds).toBe(round);
  }
  await jobs.stop();
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ level: 50, job: 'sweep', err: { message: 'no connection' } });
});

test('when stopped, aborts the running round, waits for it and starts no other', async () => {
  const ended = Promise.withResolvers<void>();
  let rounds = 0;
  let isAborted = false;
  const run = async (stopped: AbortSignal) => {
    rounds += 1;
    stopped.addEventListener('abort', () => {
      isAborted = true;
    });
    await ended.promise;
  };
  const { jobs, advance } = start([{ name: 'long', everyMs: EVERY_MS, atStart: true, run }]);
  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  await advance();
  expect({ isAborted, stopped }).toEqual({ isAborted: true, stopped: false });
  ended.resolve();
  await stopping;
  await advance();
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
  const list = [{ ...job('own', EVERY_MS), everywhere: true as const }, job('shared', EVERY_MS)];
  const { jobs, advance } = start([...list, { ...job('first', HOUR_MS), atStart: true }], { competeForJobs });
  await advance();
  expect(rounds).toEqual({ own: 1, shared: 0, first: 0 });
  expect(Object.keys(jobs.lags())).toEqual(['own']);
  held = true;
  acquire();
  await advance();
  expect(rounds).toEqual({ own: 2, shared: 1, first: 1 });
  expect(Object.keys(jobs.lags())).toEqual(['own', 'shared', 'first']);
  held = false;
  await advance();
  expect(rounds).toEqual({ own: 3, shared: 1, first: 1 });
  // Work that was due while another instance held the lock doesn't wait for its interval.
  acquire();
  expect(rounds.first).toBe(2);
  await jobs.stop();
});
