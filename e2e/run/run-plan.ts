import { cpus } from 'node:os';
import { relative } from 'node:path';
import { type Cpu, type Result, runStage } from './run-stage.ts';
import { STAGES_AT_ONCE, type Stage } from './stages.ts';

const PROGRESS_MS = 15_000;
/** Lines of a failed stage's output that are printed; the full output is in its log file. */
const FAILED_LINES = 200;

interface Ended {
  stage: Stage;
  result: Result;
  seconds: number;
}

/**
 * Runs `STAGES_AT_ONCE` stages at a time: always the first one without unfinished `needs`. Prints
 * each stage's result, what has ended so far, the CPU time per stage, and every failure again at
 * the end. Returns whether all passed.
 */
export async function runPlan(plan: Stage[], root: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const controller = new AbortController();
  const startedAt = performance.now();
  const usageAtStart = cpuOfMachine();
  const waiting = [...plan];
  const running = new Map<Stage, Promise<void>>();
  const results: Ended[] = [];

  async function run(stage: Stage): Promise<void> {
    const start = performance.now();
    console.log(`── ${stage.name}: started`);
    const result = await runStage(stage, { root, env, signal: controller.signal });
    running.delete(stage);
    const seconds = secondsSince(start);
    results.push({ stage, result, seconds });
    const counts = stage.count ? ` (${result.passed} passed, ${result.failed} failed)` : '';
    console.log(`── ${stage.name}: ${result.ok ? 'ok' : 'FAILED'} in ${seconds.toFixed()} s${counts}`);
    if (!result.ok) console.log(result.output.split('\n').slice(-FAILED_LINES).join('\n'));
  }

  const hasEnded = (stage: Stage) => !waiting.includes(stage) && !running.has(stage);
  async function runAll(): Promise<void> {
    while (waiting.length > 0 && !controller.signal.aborted) {
      const next = waiting.find(({ needs }) => !needs || hasEnded(needs));
      if (next) {
        waiting.splice(waiting.indexOf(next), 1);
        running.set(next, run(next));
      }
      if (!next || running.size === STAGES_AT_ONCE) await Promise.race(running.values());
    }
    await Promise.all(running.values());
  }

  function printProgress() {
    const names = [...running.keys()].map(({ name }) => name);
    console.log(
      `   ${results.length} of ${plan.length} stages in ${minutes(secondsSince(startedAt))}; ` +
        `running: ${names.join(', ')}`,
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
  printTimes(results, usageAtStart);
  printSummary(results, root, secondsSince(startedAt));
  return results.length === plan.length && results.every(({ result }) => result.ok);
}

function printSummary(results: Ended[], root: string, seconds: number) {
  const failed = results.filter(({ result }) => !result.ok);
  if (failed.length > 0) console.log('\nFailed:');
  for (const { stage, result } of failed) {
    console.log(`${stage.name} (full output: ${relative(root, result.log)})`);
    for (const test of result.failedTests) console.log(`  ${test}`);
  }
  const sum = (count: 'passed' | 'failed') => results.reduce((total, { result }) => total + result[count], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed in ${minutes(seconds)}`);
}

/**
 * Prints the duration of each stage and the CPU time of its processes. Most processes of a browser
 * are in no stage's sum, since nothing waits for their end. So the last row is about everything that
 * ran on the machine meanwhile.
 */
function printTimes(results: Ended[], usageAtStart: Cpu) {
  const row = (name: string, ...figures: (number | undefined)[]) =>
    console.log(name.padEnd(40), ...figures.map((figure) => (figure?.toFixed() ?? '').padStart(7)));
  console.log(`\n${'s'.padEnd(40)}    time    user  system`);
  for (const { stage, result, seconds } of results)
    row(stage.name, seconds, result.cpu?.user, result.cpu?.system);
  const sum = (kind: keyof Cpu) =>
    results.reduce((total, { result }) => total + (result.cpu?.[kind] ?? 0), 0);
  row('all stages', undefined, sum('user'), sum('system'));
  const usage = cpuOfMachine();
  row('the whole machine', undefined, usage.user - usageAtStart.user, usage.system - usageAtStart.system);
}

/** Returns the CPU time in s of all programs since the machine started. */
function cpuOfMachine(): Cpu {
  const times = cpus().map((core) => core.times);
  const sum = (...kinds: (keyof (typeof times)[number])[]) =>
    times.flatMap((one) => kinds.map((kind) => one[kind])).reduce((total, ms) => total + ms, 0) / 1000;
  return { user: sum('user', 'nice'), system: sum('sys', 'irq') };
}

const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Returns `4 min 05 s`. */
const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
