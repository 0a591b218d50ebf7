/**
 * Simulates the whole system: `pnpm simulate --seed 7 --hours 24`, `--seeds 1-100,7`, `--count 20`.
 * Prints one line per seed. A failure prints the events before it, and the command that repeats it.
 * `--shrink` looks for a shorter run that fails as well. `--mistakes` also plants mistakes, and
 * prints which of them no rule has found.
 */
import './kernel.ts';
import { createHash } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Options, Result } from './run.ts';
import { shrink } from './shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    count: { type: 'string' },
    /** By default the longer the smaller the network is, and until many statements were sent. */
    hours: { type: 'string' },
    /** Ends the run earlier than its schedule of faults. */
    until: { type: 'string' },
    /** Indexes of the only faults to inject, separated by commas. */
    faults: { type: 'string' },
    /** Without charge points that use OCPP 2.0.1. */
    ocpp16: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    mistakes: { type: 'boolean', default: false },
    /** For tests of this command: index of a fault that also breaks the ledger. */
    defect: { type: 'string' },
  },
});
// Without types and compiled, as the last process left them.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)));
const { runSeed } = await import('./run.ts');
const { findMistakes } = await import('./find-mistakes.ts');
/** Last events of the whole run, and of each instance, driver and charge point. */
const LAST = 30;
const LAST_OF_EACH = 6;
const WARM_UP = { seed: 0, hours: 0.2 };

function seedsOf(): number[] {
  if (values.seed) return [Number(values.seed)];
  if (values.seeds) return values.seeds.split(',').flatMap(readRange);
  const from = Math.floor(Math.random() * 1_000_000_000);
  return Array.from({ length: Number(values.count ?? 1) }, (_, index) => from + index);
}

function readRange(text: string): number[] {
  const [first = 1, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function print({ seed, hours, ...result }: Result, seconds: number): void {
  if (values.log) console.log(result.events.join('\n'));
  const counts = [
    `${Number(hours.toFixed(2))} h`,
    `${result.steps} events`,
    `${result.charges} charges`,
    `${result.faults.length} faults`,
    `${result.queries} queries`,
    `${seconds.toFixed(1)} s of CPU`,
    `log ${createHash('sha256').update(result.events.join('\n')).digest('hex').slice(0, 12)}`,
  ];
  console.log(`seed ${seed}: ${counts.join(', ')}: ${result.problem ? 'FAILED' : 'ok'}`);
}

async function explain(options: Options, { goodUntil }: Result): Promise<void> {
  console.log(`Repeat with: ${commandOf(options)}\n`);
  // The first run checks only now and then; this one ends with the event that caused the problem.
  const exact = await runSeed({ ...options, checksFrom: goodUntil + 1 });
  console.log(`${lastEvents(exact.events).join('\n')}\n\n${exact.problem}\n`);
}

/** Returns the last events of the run and of each participant, in their order. */
function lastEvents(events: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return events
    .toReversed()
    .filter((event, fromEnd) => {
      // After the time, up to the colon.
      const name = event.slice(event.indexOf(' ') + 1).split(': ', 1)[0] ?? '';
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return fromEnd < LAST || count < LAST_OF_EACH;
    })
    .reverse();
}

function commandOf({ seed, hours, until, faults, onlyOcpp16 }: Options): string {
  const more = [
    hours === undefined ? '' : ` --hours ${hours}`,
    until === undefined ? '' : ` --until ${until}`,
    faults ? ` --faults ${[...faults].join(',') || 'none'}` : '',
    values.defect ? ` --defect ${values.defect}` : '',
    onlyOcpp16 ? ' --ocpp16' : '',
  ];
  return `pnpm simulate --seed ${seed}${more.join('')}`;
}

const chosen = values.faults?.split(',').filter((name) => name !== 'none');
const given = seedsOf().map((seed) => ({
  seed,
  ...(values.hours && { hours: Number(values.hours) }),
  onlyOcpp16: values.ocpp16,
}));
let failed = 0;
const all = { seeds: 0, queries: 0, seconds: 0 };
// The first run of a process differs: libraries load scripts and fill caches in it.
await runSeed(WARM_UP);
for (const run of given) {
  const options: Options = {
    ...run,
    ...(values.defect && { defect: Number(values.defect) }),
    ...(values.until && { until: Number(values.until) }),
    ...(chosen && { faults: new Set(chosen.map(Number)) }),
  };
  const before = process.cpuUsage();
  const result = await runSeed(options);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  print(result, seconds);
  all.seeds += 1;
  all.queries += result.queries;
  all.seconds += seconds;
  if (!result.problem) continue;
  failed += 1;
  await explain(...(values.shrink ? await shrink(options, result, runSeed) : ([options, result] as const)));
}
const { seeds, queries, seconds } = all;
const perSeed = `${Math.round(queries / seeds)} queries and ${(seconds / seeds).toFixed(1)} s of CPU per seed`;
if (seeds > 1) console.log(`${seeds} seeds, ${failed} failed, ${perSeed}`);
if (values.mistakes && !(await findMistakes())) failed += 1;
process.exit(failed > 0 ? 1 : 0);
