import { FailureState, Page } from '@shared/ui';
import type { ReactNode } from 'react';
import { LoadBoundary } from './load-boundary.tsx';
import { RemoteLoading } from './remote-loading.tsx';
import { strings } from './strings.ts';

interface LoadedScreenProps<T> {
  load: () => Promise<T>;
  /** What is loaded, for `report`. */
  where: string;
  report: (error: unknown, where: string) => void;
  /** Reports an error thrown while rendering; returns whether to load again. By default `report`. */
  failed?: (value: T, error: unknown) => boolean;
  children: (value: T) => ReactNode;
}

export function LoadedScreen<T>({ load, where, report, failed, children }: LoadedScreenProps<T>) {
  const reportCrash = (error: unknown) => {
    report(error, where);
    return false;
  };
  return (
    <LoadBoundary
      load={load}
      loading={<RemoteLoading />}
      failure={(retry) => (
        <Page>
          <FailureState message={strings.failureTitle} onRetry={retry}>
            {strings.failureText}
          </FailureState>
        </Page>
      )}
      onFailure={(error) => report(error, where)}
      onCrash={(error, value) => (failed ? failed(value, error) : reportCrash(error))}
    >
      {children}
    </LoadBoundary>
  );
}
