import { LOAD_LIMIT_MS } from '@shared/router/screens';
import { TimeLimitExceeded, withTimeLimit } from '../../connection/time-limit.ts';
import { failPendingFiles } from './fail-pending-files.ts';
import { refetchFailedFiles } from './failed-files.ts';

/**
 * Loads code of the page's own build, past the HTTP cache if it failed before.
 * @throws TimeLimitExceeded after two minutes
 */
export async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  await refetchFailedFiles();
  try {
    return await withTimeLimit(load(), LOAD_LIMIT_MS);
  } catch (error) {
    if (error instanceof TimeLimitExceeded) failPendingFiles();
    throw error;
  }
}
