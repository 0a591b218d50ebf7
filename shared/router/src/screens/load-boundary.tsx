import { type ReactNode, Suspense, use, useState } from 'react';
import { FailureBoundary } from './failure-boundary.tsx';

interface LoadBoundaryProps<T> {
  /** Starts loading. Called on mount and by every retry. */
  load: () => Promise<T>;
  /** Rendered while loading. */
  loading: ReactNode;
  /**
   * Rendered when loading or rendering failed. `startedAt` is when the load that failed began
   * (`performance.now`).
   */
  failure: (retry: () => void, startedAt?: number) => ReactNode;
  onFailure: (error: unknown) => void;
  /**
   * Receives an error thrown while rendering `value`; by default `onFailure` does. Returns whether
   * to load again.
   */
  onCrash?: (error: unknown, value: T) => boolean;
  children: (value: T) => ReactNode;
}

const pendingLoads = new Set<Promise<unknown>>();
/** Returns whether any part of the page is still loading. */
export const isLoadingRemotes = () => pendingLoads.size > 0;

function begin<T>(load: () => Promise<T>): Promise<T> {
  const promise = load();
  pendingLoads.add(promise);
  const ended = () => pendingLoads.delete(promise);
  promise.then(ended, ended);
  return promise;
}

const attemptOf = <T,>(number: number, load: () => Promise<T>) => ({
  number,
  startedAt: performance.now(),
  promise: begin(load),
});

/** Loads and renders a part of a remote. */
export function LoadBoundary<T>(props: LoadBoundaryProps<T>) {
  const { load, loading, failure, onFailure, onCrash, children } = props;
  // A promise created in the suspending component would be created again by each render.
  const [attempt, setAttempt] = useState(() => attemptOf(0, load));
  const retry = () => setAttempt(attemptOf(attempt.number + 1, load));
  return (
    <FailureBoundary
      key={attempt.number}
      failure={() => failure(retry, attempt.startedAt)}
      onFailure={onFailure}
    >
      <Suspense fallback={loading}>
        <Resolved promise={attempt.promise}>
          {(value) => (
            <FailureBoundary
              failure={() => failure(retry)}
              onFailure={(error) => (onCrash ? onCrash(error, value) && retry() : onFailure(error))}
            >
              {children(value)}
            </FailureBoundary>
          )}
        </Resolved>
      </Suspense>
    </FailureBoundary>
  );
}

function Resolved<T>({ promise, children }: { promise: Promise<T>; children: (value: T) => ReactNode }) {
  return children(use(promise));
}
