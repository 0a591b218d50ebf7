import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { type Durations, readDurations, secondsLeft, writeDurations } from './durations.ts';
import { type Result, runStage } from './run-stage.ts';
import type { Stage } from './stages.ts';

const PROGRESS_MS = 15_000;
/** Lines of a failed stage's output that are printed; the full output is in its log file. */
const FAILED_LINES = 200;

/**
 * Runs up to two stages at once (one on a single core): always the first whose `needs` has
 * finished. Prints each stage's result, the progress with the time left, and every failure again at
 * the end. Returns whether all passed.
 */
export async function runPlan(plan: Stage[], root: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const durationsFile = resolve(root, '.cache/test-durations.json');
  const known = readDurations(durationsFile);
  const measured: Durations = {};
  const controller = new AbortController();
  const startedAt = performance.now();
  const atOnce = availableParallelism() > 1 ? 2 : 1;
  const waiting = [...plan];
  const running = new Map<Stage, { since: number; ended: Promise<void> }>();
  const results: { stage: Stage; result: Result }[] = [];

  async function run(stage: Stage): Promise<void> {
    const start = performance.now();
    console.log(`── ${stage.name}: started`);
    const result = await runStage(stage, { root, env, signal: controller.signal });
    running.delete(stage);
    const seconds = Math.round(secondsSince(start));
    if (result.ok) measured[stage.name] = seconds;
    results.push({ stage, result });
    const counts = stage.count ? ` (${result.passed} passed, ${result.failed} failed)` : '';
    console.log(`── ${stage.name}: ${result.ok ? 'ok' : 'FAILED'} in ${seconds} s${counts}`);
    if (!result.ok) console.log(result.output.split('\n').slice(-FAILED_LINES).join('\n'));
  }

  const hasEnded = (stage: Stage) => !waiting.includes(stage) && !running.has(stage);
  async function runAll(): Promise<void> {
    while (waiting.length > 0 && !controller.signal.aborted) {
      const next = waiting.find(({ needs }) => !needs || hasEnded(needs));
      if (next) {
        waiting.splice(waiting.indexOf(next), 1);
        running.set(next, { since: performance.now(), ended: run(next) });
      }
      if (!next || running.size === atOnce)
        await Promise.race([...running.values()].map(({ ended }) => ended));
    }
    await Promise.all([...running.values()].map(({ ended }) => ended));
  }

  function printProgress() {
    const elapsed = [...running].map(([stage, { since }]) => ({ stage, elapsed: secondsSince(since) }));
    const left = secondsLeft(elapsed, waiting, { ...known, ...measured }, atOnce);
    console.log(
      `   ${results.length} of ${plan.length} stages, ${minutes(secondsSince(startedAt))} so far, ` +
        `about ${minutes(left)} left; running: ${[...running.keys()].map(({ name }) => name).join(', ')}`,
    );
  }
  const timer = setInterval(printProgress, PROGRESS_MS);
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    await runAll();
  } finally {
    clearInterval(timer);
  }
  if (!controller.signal.aborted) writeDurations(durationsFile, { ...known, ...measured });
  printSummary(results, root, secondsSince(startedAt));
  return results.length === plan.length && results.every(({ result }) => result.ok);
}

function printSummary(results: { stage: Stage; result: Result }[], root: string, seconds: number) {
  const failed = results.filter(({ result }) => !result.ok);
  if (failed.length > 0) console.log('\nFailed:');
  for (const { stage, result } of failed) {
    console.log(`${stage.name} (full output: ${relative(root, result.log)})`);
    for (const test of result.failedTests) console.log(`  ${test}`);
  }
  const sum = (count: 'passed' | 'failed') => results.reduce((total, { result }) => total + result[count], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${minutes(seconds)}`);
}

const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Returns `4 min 05 s`. */
const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
