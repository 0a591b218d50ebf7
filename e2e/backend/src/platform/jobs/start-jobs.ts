import type { PlatformContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { SECOND_MS } from '../time.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** Runs the first round at once instead of after `everyMs`. */
  atStart?: true;
  /** Runs on every instance, for its own connections. Other jobs run on one instance at a time. */
  everywhere?: true;
  /** @param stopped aborts when the server stops, so that a long round can end early */
  run(stopped: AbortSignal): Promise<void>;
}

export type Jobs = ReturnType<typeof startJobs>;

/**
 * Starts the jobs. A tick during a job's own round is skipped, and a failed round is logged.
 * @param onFailure called with the job's name after a failed round
 */
export function startJobs(
  jobs: Job[],
  {
    clock,
    database,
    log,
  }: Pick<PlatformContext, 'clock' | 'log'> & { database: Pick<Database, 'competeForJobs'> },
  onFailure: (job: string) => void = () => undefined,
) {
  const stopped = new AbortController();
  const rounds = new Map<Job, Promise<void>>();
  const dueAt = new Map<Job, number>();
  const schedule = (job: Job) => dueAt.set(job, clock.elapsed() + job.everyMs);
  function begin(job: Job) {
    if (rounds.has(job) || stopped.signal.aborted) return;
    schedule(job);
    const round = job
      .run(stopped.signal)
      .catch((err: unknown) => {
        log.error({ err, job: job.name }, 'a job failed');
        onFailure(job.name);
      })
      .finally(() => rounds.delete(job));
    rounds.set(job, round);
  }
  const isOwn = ({ everywhere }: Job) => everywhere ?? false;
  const exclusive = database.competeForJobs(() => {
    for (const job of jobs) if (!isOwn(job)) start(job);
  });
  function start(job: Job) {
    schedule(job);
    if (job.atStart) begin(job);
  }
  const runsHere = (job: Job) => isOwn(job) || exclusive.isHeld();
  const timers = jobs.map((job) =>
    clock.every(job.everyMs, () => {
      if (runsHere(job)) begin(job);
    }),
  );
  for (const job of jobs) if (isOwn(job)) start(job);
  return {
    /**
     * Returns by how many seconds the next round of each job of this instance is overdue, because
     * the current round takes too long.
     */
    lags(): Record<string, number> {
      const lag = (job: Job) => Math.max(0, clock.elapsed() - (dueAt.get(job) ?? Infinity)) / SECOND_MS;
      return Object.fromEntries(jobs.filter(runsHere).map((job) => [job.name, lag(job)]));
    },
    /** Waits for the running rounds. */
    async stop(): Promise<void> {
      for (const cancel of timers) cancel();
      stopped.abort();
      await Promise.all(rounds.values());
      await exclusive.release();
    },
  };
}
