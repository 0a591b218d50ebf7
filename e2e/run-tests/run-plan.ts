import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { type Durations, type Pending, readDurations, secondsLeft, writeDurations } from './durations.ts';
import { type Result, runStage } from './run-stage.ts';
import type { Plan, Stage } from './stages.ts';

const PROGRESS_MS = 15_000;
/** Lines of a failed stage's output that are printed; the whole output is in its log file. */
const FAILED_LINES = 200;

/**
 * Runs a plan; its lanes one after another on a single core. Prints each stage's result, the
 * progress with the time left, and every failure again at the end. Returns whether all passed.
 */
export async function runPlan(plan: Plan, root: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const durationsFile = resolve(root, '.cache/test-durations.json');
  const known = readDurations(durationsFile);
  const measured: Durations = {};
  const controller = new AbortController();
  const begun = performance.now();
  const pendingOf = (lane: Stage[]): Pending[] => lane.map((stage) => ({ stage }));
  const lanes = plan.map(pendingOf);
  const results: { stage: Stage; result: Result }[] = [];

  async function runLane(lane: Pending[]) {
    for (let next = lane[0]; next && !controller.signal.aborted; next = lane[0]) {
      const { stage } = next;
      const start = performance.now();
      const timer = setInterval(() => {
        if (lane[0]) lane[0].elapsed = secondsSince(start);
      }, 1000);
      console.log(`── ${stage.name}: started`);
      const result = await runStage(stage, { root, env, signal: controller.signal });
      clearInterval(timer);
      lane.shift();
      const seconds = Math.round(secondsSince(start));
      if (result.ok) measured[stage.name] = seconds;
      results.push({ stage, result });
      const counts = stage.count ? ` (${result.passed} passed, ${result.failed} failed)` : '';
      console.log(`── ${stage.name}: ${result.ok ? 'ok' : 'FAILED'} in ${seconds} s${counts}`);
      if (!result.ok) console.log(result.output.split('\n').slice(-FAILED_LINES).join('\n'));
    }
  }

  const total = plan.flat().length;
  const left = () => secondsLeft(lanes, { ...known, ...measured });
  const running = () => lanes.flatMap(([pending]) => pending?.stage.name ?? []);
  const printProgress = () =>
    console.log(
      `   ${results.length} of ${total} stages, ${minutes(secondsSince(begun))} so far, ` +
        `about ${minutes(left())} left; ` +
        `running: ${running().join(', ')}`,
    );
  const timer = setInterval(printProgress, PROGRESS_MS);
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    if (availableParallelism() > 1) await Promise.all(lanes.map(runLane));
    else for (const lane of lanes) await runLane(lane);
  } finally {
    clearInterval(timer);
  }
  if (!controller.signal.aborted) writeDurations(durationsFile, { ...known, ...measured });
  printSummary(results, root, secondsSince(begun));
  return results.length === total && results.every(({ result }) => result.ok);
}

function printSummary(results: { stage: Stage; result: Result }[], root: string, seconds: number) {
  const failed = results.filter(({ result }) => !result.ok);
  if (failed.length > 0) console.log('\nFailed:');
  for (const { stage, result } of failed) {
    console.log(`${stage.name} (whole output: ${relative(root, result.log)})`);
    for (const test of result.failedTests) console.log(`  ${test}`);
  }
  const sum = (count: 'passed' | 'failed') => results.reduce((total, { result }) => total + result[count], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${minutes(seconds)}`);
}

const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Returns `4 min 05 s`. */
const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
