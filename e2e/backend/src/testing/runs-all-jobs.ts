import type { Database } from '../db/database.ts';

/** A database whose periodic work this process has, for tests of jobs. */
export const runsAllJobs: Pick<Database, 'takeJobs'> = {
  takeJobs(onHeld) {
    onHeld();
    return { isHeld: () => true, release: async () => undefined };
  },
};
