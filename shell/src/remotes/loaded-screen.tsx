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
  children: (value: T) => ReactNode;
}

export function LoadedScreen<T>({ load, where, report, children }: LoadedScreenProps<T>) {
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
    >
      {children}
    </LoadBoundary>
  );
}
