/**
 * Simulates the whole system: `pnpm simulate --seed 7 --hours 24`, `--seeds 1-100`, `--count 20`.
 * Prints one line per seed. A failure prints what led to it, and the command that repeats it.
 * `--shrink` looks for a shorter schedule that fails as well.
 */
import './kernel.ts';
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Options, Result } from './run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    count: { type: 'string' },
    hours: { type: 'string', default: '1' },
    /** Indexes of the only faults to inject, separated by commas. */
    faults: { type: 'string' },
    log: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
  },
});
const { runSeed } = await import('./run.ts');
const WARM_UP = { seed: 0, hours: 0.2 };
/** Lines of the log that are printed after a failure. */
const SHOWN_EVENTS = 60;

function seedsOf(): number[] {
  if (values.seed) return [Number(values.seed)];
  const [first = 1, last = first] = (values.seeds ?? '').split('-').filter(Boolean).map(Number);
  if (values.seeds) return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const from = Math.floor(Math.random() * 1_000_000_000);
  return Array.from({ length: Number(values.count ?? 1) }, (_, index) => from + index);
}

function print({ seed, hours, ...result }: Result, seconds: number): void {
  if (values.log) console.log(result.events.join('\n'));
  const counts = [
    `${hours} h`,
    `${result.steps} events`,
    `${result.charges} charges`,
    `${result.faults.length} faults`,
    `${result.queries} queries`,
    `${seconds.toFixed(1)} s`,
    `log ${createHash('sha256').update(result.events.join('\n')).digest('hex').slice(0, 12)}`,
  ];
  console.log(`seed ${seed}: ${counts.join(', ')}: ${result.problem ? 'FAILED' : 'ok'}`);
}

async function explain(options: Options, { problem, goodUntil }: Result): Promise<void> {
  console.log(`\n${problem}\n\nRepeat with: ${commandOf(options)}\n`);
  // The first run checks only now and then; this one ends with the event that caused the problem.
  const exact = await runSeed({ ...options, checksFrom: goodUntil + 1 });
  console.log(`${exact.events.slice(-SHOWN_EVENTS).join('\n')}\n\n${exact.problem ?? problem}`);
}

function commandOf({ seed, hours, faults }: Options): string {
  const chosen = faults ? ` --faults ${[...faults].join(',') || 'none'}` : '';
  return `pnpm simulate --seed ${seed} --hours ${hours}${chosen}`;
}

/** Drops faults, then time, as long as the seed still fails with the same kind of problem. */
async function shrink(options: Options, first: Result): Promise<Options> {
  const kindOf = (problem = '') => problem.split(', but')[0];
  const fails = async (tried: Options) => kindOf((await runSeed(tried)).problem) === kindOf(first.problem);
  let kept = [...(options.faults ?? first.faults.map(({ index }) => index))];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length; ) {
      const without = kept.toSpliced(at, size);
      if (await fails({ ...options, faults: new Set(without) })) kept = without;
      else at += size;
    }
  let { hours } = options;
  while (hours > 0.1 && (await fails({ ...options, hours: hours * 0.8, faults: new Set(kept) })))
    hours *= 0.8;
  return { ...options, hours, faults: new Set(kept) };
}

const hours = Number(values.hours);
const chosen = values.faults?.split(',').filter((name) => name !== 'none');
let failed = 0;
// The first run of a process differs: libraries load scripts and fill caches in it.
await runSeed(WARM_UP);
for (const seed of seedsOf()) {
  const options: Options = { seed, hours, ...(chosen && { faults: new Set(chosen.map(Number)) }) };
  const before = process.cpuUsage();
  const result = await runSeed(options);
  const { user, system } = process.cpuUsage(before);
  print(result, (user + system) / 1e6);
  if (!result.problem) continue;
  failed += 1;
  const shorter = values.shrink ? await shrink(options, result) : options;
  await explain(shorter, values.shrink ? await runSeed(shorter) : result);
}
process.exit(failed > 0 ? 1 : 0);
