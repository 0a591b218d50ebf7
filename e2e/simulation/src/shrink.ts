/** Finds a shorter run that fails as a given one does. */
import type { Options, Result } from './run.ts';

/** In hours: a shorter run isn't easier to read. */
const LEAST_HOURS = 0.02;

/** Drops faults, then ends earlier, as long as the seed still breaks the same rule. */
export async function shrink(
  options: Options,
  first: Pick<Result, 'faults' | 'problem' | 'scheduledHours'>,
  run: (options: Options) => Promise<Pick<Result, 'problem'>>,
): Promise<Options> {
  const fails = async (tried: Options) => ruleOf((await run(tried)).problem) === ruleOf(first.problem);
  let kept = [...(options.faults ?? first.faults.map(({ index }) => index))];
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < kept.length; ) {
      const fewer = kept.toSpliced(at, size);
      if (await fails({ ...options, faults: new Set(fewer) })) kept = fewer;
      else at += size;
    }
  const faults = new Set(kept);
  let { until = first.scheduledHours } = options;
  for (const share of [0.5, 0.8])
    for (;;) {
      // A number that the printed command repeats exactly.
      const earlier = Number((until * share).toPrecision(3));
      if (earlier < LEAST_HOURS || !(await fails({ ...options, faults, until: earlier }))) break;
      until = earlier;
    }
  return { ...options, faults, until };
}

/** Returns the broken rule, without the rows that break it. */
const ruleOf = (problem = '') => problem.split(', but')[0];
