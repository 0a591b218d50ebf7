import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';

export interface Job {
  name: string;
  everyMs: number;
  /** Runs the first round at once instead of after `everyMs`. */
  atStart?: true;
  /** Runs on every instance, for its own connections; any other job runs on one instance at a time. */
  everywhere?: true;
  /** @param stopped aborts when the server stops, so that a long round can end early */
  run(stopped: AbortSignal): Promise<void>;
}

/**
 * Starts the jobs. A job skips the ticks during its own round, and its failed round is logged.
 * @returns `stop`, which waits for the running rounds
 */
export function startJobs(
  jobs: Job[],
  log: FastifyBaseLogger,
  database: Pick<Database, 'takeJobs'>,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const rounds = new Map<Job, Promise<void>>();
  function begin(job: Job) {
    if (rounds.has(job) || stopped.signal.aborted) return;
    const round = job
      .run(stopped.signal)
      .catch((err: unknown) => log.error({ err, job: job.name }, 'a job failed'))
      .finally(() => rounds.delete(job));
    rounds.set(job, round);
  }
  const shared = jobs.filter(({ everywhere }) => !everywhere);
  const exclusive = database.takeJobs(() => {
    for (const job of shared) if (job.atStart) begin(job);
  });
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (job.everywhere || exclusive.isHeld()) begin(job);
    }, job.everyMs).unref(),
  );
  for (const job of jobs) if (job.everywhere && job.atStart) begin(job);
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopped.abort();
      await Promise.all(rounds.values());
      await exclusive.release();
    },
  };
}
