import type { Database } from '../platform/database/database.ts';

/** A database with periodic jobs that always run in this process, for tests of jobs. */
export const runsAllJobs: Pick<Database, 'competeForJobs'> = {
  competeForJobs(onHeld) {
    onHeld();
    return { isHeld: () => true, release: async () => undefined };
  },
};
