import { runCount } from '@shared/testing/run-count';

/**
 * Returns `runCount`, with half the usual number on the embedded database: a query takes twice the
 * CPU time there, and the same statements run in the same database engine.
 */
export const databaseRunCount = (name: string, usual: number, long: number): number =>
  runCount(name, process.env.DATABASE_URL ? usual : Math.ceil(usual / 2), long);
