import {
  Component,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';

interface FailureBoundaryProps {
  failure: () => ReactNode;
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

/** Renders `failure` in place of children that threw; the page around them keeps working. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? this.props.failure() : this.props.children;
  }
}

/** How long code may load, and a screen may suspend, in ms. */
export const LOAD_LIMIT_MS = 120_000;

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

function tryOf<T>(number: number, load: () => Promise<T>) {
  const startedAt = performance.now();
  const promise = load();
  pendingLoads.add(promise);
  const ended = () => pendingLoads.delete(promise);
  promise.then(ended, ended);
  return { number, startedAt, promise };
}

/** Loads and renders a part of a remote. */
export function LoadBoundary<T>(props: LoadBoundaryProps<T>) {
  const { load, loading, failure, onFailure, onCrash, children } = props;
  // A promise created in the suspending component would be created again by each render.
  const [current, setCurrent] = useState(() => tryOf(0, load));
  const retry = () => setCurrent(tryOf(current.number + 1, load));
  return (
    <FailureBoundary
      key={current.number}
      failure={() => failure(retry, current.startedAt)}
      onFailure={onFailure}
    >
      <Loaded promise={current.promise} loading={loading}>
        {(value) => (
          <FailureBoundary
            failure={() => failure(retry)}
            onFailure={(error) => (onCrash ? onCrash(error, value) && retry() : onFailure(error))}
          >
            <Suspense fallback={<Suspended>{loading}</Suspended>}>{children(value)}</Suspense>
          </FailureBoundary>
        )}
      </Loaded>
    </FailureBoundary>
  );
}

/** Rendered in place of a part that suspends. Throws once that takes too long. */
function Suspended({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LOAD_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) throw new Error(`suspended for ${LOAD_LIMIT_MS} ms`);
  return children;
}

interface LoadedProps<T> {
  promise: Promise<T>;
  loading: ReactNode;
  children: (value: T) => ReactNode;
}

/**
 * Renders what `promise` resolves to, or throws its rejection. Not with `Suspense`, because React
 * shows nothing in place of a fallback before that was there for 0.3 s.
 */
function Loaded<T>({ promise, loading, children }: LoadedProps<T>) {
  const [settled, setSettled] = useState<PromiseSettledResult<T>>();
  useLayoutEffect(() => {
    // In a transition, so that React renders in slices and handles presses in between.
    Promise.allSettled([promise]).then(([result]) => startTransition(() => setSettled(result)));
  }, [promise]);
  if (!settled) return loading;
  if (settled.status === 'rejected') throw settled.reason;
  return children(settled.value);
}

interface LeaveBoundaryProps {
  /** Path of the screen: an error after the path has changed may come from the screen that was left. */
  path: string;
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

interface State {
  error?: { thrown: unknown } | undefined;
}

/**
 * Mounts the destination again if the screen that was left threw in its cleanup. React gives such
 * errors to the nearest boundary that stays, which must not replace the destination by its failure.
 * A second error at the same path is the destination's own, and passed on.
 */
export class LeaveBoundary extends Component<LeaveBoundaryProps, State> {
  override state: State = {};
  private recoveredAt: string | undefined;

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: { thrown } };
  }

  override componentDidUpdate({ path }: LeaveBoundaryProps) {
    if (path !== this.props.path) this.recoveredAt = undefined;
  }

  override componentDidCatch(error: unknown) {
    this.recoveredAt = this.props.path;
    this.setState({ error: undefined });
    this.props.onFailure(error);
  }

  override render() {
    const { error } = this.state;
    if (error && this.recoveredAt === this.props.path) throw error.thrown;
    return this.props.children;
  }
}
