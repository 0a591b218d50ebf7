import { LoadBoundary } from '@shared/router/screens';
import type { ReactNode } from 'react';
import { loadInTime } from '../loading/load-in-time.ts';
import { LoadFailure } from './load-failure.tsx';
import { RemoteLoading } from './remote-loading.tsx';

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
