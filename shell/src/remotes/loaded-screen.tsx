import { LOAD_LIMIT_MS, LoadBoundary } from '@shared/router/screens';
import type { ReactNode } from 'react';
import { failPendingStyles } from './fail-pending-styles.ts';
import { refetchFailedFiles } from './failed-files.ts';
import { LoadFailure } from './load-failure.tsx';
import { RemoteLoading } from './remote-loading.tsx';
import { TimeLimitExceeded, withTimeLimit } from './time-limit.ts';

interface LoadedScreenProps<T> {
  load: () => Promise<T>;
  /** What is loaded, for `report`. */
  where: string;
  report: (error: unknown, where: string) => void;
  children: (value: T) => ReactNode;
}

/** Loads and renders a screen of the shell. */
export function LoadedScreen<T>({ load, where, report, children }: LoadedScreenProps<T>) {
  return (
    <LoadBoundary
      load={() => loadInTime(load)}
      loading={<RemoteLoading />}
      failure={(retry, startedAt) => <LoadFailure retry={retry} since={startedAt} />}
      onFailure={(error) => report(error, where)}
    >
      {children}
    </LoadBoundary>
  );
}

async function loadInTime<T>(load: () => Promise<T>): Promise<T> {
  await refetchFailedFiles();
  try {
    return await withTimeLimit(load(), LOAD_LIMIT_MS);
  } catch (error) {
    if (error instanceof TimeLimitExceeded) failPendingStyles();
    throw error;
  }
}
