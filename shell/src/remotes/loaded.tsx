import { type ReactNode, Suspense, use, useState } from 'react';
import { AgainOnline } from '../offline/again-online.tsx';
import { FailureBoundary } from './failure-boundary.tsx';

interface LoadedProps<T> {
  /** Starts loading; called when mounted, and again by every retry. */
  load: () => Promise<T>;
  /** Shown meanwhile. */
  loading: ReactNode;
  /** Shown when loading or rendering failed. */
  failure: (retry: () => void) => ReactNode;
  onFailure: (error: unknown) => void;
  children: (value: T) => ReactNode;
}

const underway = new Set<Promise<unknown>>();
/** Whether something that the page shows is still being loaded. */
export const isLoadingParts = () => underway.size > 0;

function begin<T>(load: () => Promise<T>): Promise<T> {
  const promise = load();
  underway.add(promise);
  const ended = () => underway.delete(promise);
  promise.then(ended, ended);
  return promise;
}

/**
 * Loads something of a remote and renders it, and contains whatever goes wrong with either. What has failed is tried again
 * when the network comes back.
 */
export function Loaded<T>({ load, loading, failure, onFailure, children }: LoadedProps<T>) {
  // Kept here, outside of what suspends: a promise made inside would be made anew by every attempt to render.
  const [attempt, setAttempt] = useState(() => ({ number: 0, promise: begin(load) }));
  const retry = () => setAttempt({ number: attempt.number + 1, promise: begin(load) });
  return (
    <FailureBoundary
      key={attempt.number}
      failure={() => <AgainOnline retry={retry}>{failure(retry)}</AgainOnline>}
      onFailure={onFailure}
    >
      <Suspense fallback={loading}>
        <Resolved promise={attempt.promise}>{children}</Resolved>
      </Suspense>
    </FailureBoundary>
  );
}

function Resolved<T>({ promise, children }: { promise: Promise<T>; children: (value: T) => ReactNode }) {
  return children(use(promise));
}
