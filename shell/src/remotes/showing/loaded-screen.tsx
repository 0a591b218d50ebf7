import { useBack, useLocation, usePaths } from '@shared/router';
import { LoadBoundary, RemoteOutlet } from '@shared/router/rendering';
import { onlineAtom } from '@shared/state';
import { Button, FailureState, Loading, Page, Skeleton } from '@shared/ui';
import { useAtomValue } from 'jotai';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { loadInTime } from '../loading/failed-files.ts';
import styles from './remotes.module.css';
import { RetryWhenOnline } from './retry-when-online.tsx';
import { strings } from './strings.ts';

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

type RemoteRoutesProps = Pick<ComponentProps<typeof RemoteOutlet>, 'source' | 'notFound'>;

/** Renders the remote's screen at the path, with the shell's loading and failure states. */
export const RemoteRoutes = (props: RemoteRoutesProps) => (
  <RemoteOutlet
    {...props}
    loading={<RemoteLoading />}
    failure={(retry, startedAt) => <LoadFailure retry={retry} since={startedAt} />}
  />
);

/** Rendered in place of a screen that failed. */
function LoadFailure({ retry, since }: { retry: () => void; since: number | undefined }) {
  const home = usePaths().home();
  const back = useBack(home);
  const isHome = useLocation().pathname === home;
  return (
    <RetryWhenOnline retry={retry} since={since}>
      <Page>
        <FailureState message={strings.failureTitle} onRetry={retry} onBack={isHome ? undefined : back}>
          {useAtomValue(onlineAtom) ? strings.failureText : strings.offlineText} {strings.chargesGoOn}
        </FailureState>
      </Page>
    </RetryWhenOnline>
  );
}

/** When to call the loading slow, and when to offer a new start, in ms; far less than the time limit. */
const SLOW_AFTER = 5_000;
const RELOAD_AFTER = 30_000;

function useIsAfter(ms: number): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isAfter;
}

/** Rendered in place of a screen while its code is loading. */
function RemoteLoading() {
  const slow = useIsAfter(SLOW_AFTER);
  const canReload = useIsAfter(RELOAD_AFTER);
  return (
    <Page>
      <Loading>
        <div className={styles.bones}>
          <Skeleton width="40%" height="1.75rem" />
          <Skeleton height="5.5rem" />
          <Skeleton height="5.5rem" />
          <Skeleton height="5.5rem" />
        </div>
      </Loading>
      {slow && (
        <p className={styles.slow} role="status">
          {strings.stillLoading}
        </p>
      )}
      {/* A new page, because another load would wait for the files that hang. */}
      {canReload && <Button onClick={() => location.reload()}>{strings.retry}</Button>}
    </Page>
  );
}
