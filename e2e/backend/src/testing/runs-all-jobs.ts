import type { Database } from '../platform/database/database.ts';

/** A database whose periodic jobs always run in this process, for tests of jobs. */
export const runsAllJobs: Pick<Database, 'competeForJobs'> = {
  competeForJobs(onHeld) {
    onHeld();
    return { isHeld: () => true, release: async () => undefined };
  },
};
