import { useFailureToast } from '@shared/forms/use-failure-toast';
import { useBack, useParams, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button, FailureState, Page, Skeleton } from '@shared/ui';
import { useWakeLock } from '@shared/ui/use-wake-lock';
import { useSetAtom } from 'jotai';
import styles from './page.module.css';
import { QueueScreen } from './queue-screen.tsx';
import { strings } from './strings.ts';
import { useQueue } from './use-queue.ts';

/** Valet queue of a site. Keeps the screen awake: valets read it more than they touch it. */
export function Component() {
  const { id = '' } = useParams();
  const { data, dataUpdatedAt, forbidden, isError, isFetching, refetch } = useQueue(id);
  useWakeLock(!forbidden);
  useFailureToast({ data: forbidden ? undefined : data, isError, refetch }, strings.failure);

  if (forbidden) return <NoPermission />;
  return (
    <QueueScreen siteId={id} queue={data} since={dataUpdatedAt} failed={isError}>
      {isError ? (
        <FailureState message={strings.failure} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <div className={styles.loading} aria-busy="true">
          <p role="status">{strings.loading}</p>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
          <Skeleton height="5.5rem" />
        </div>
      )}
    </QueueScreen>
  );
}

/** Shown to users who aren't valets of the site; logging in again returns to this URL. */
function NoPermission() {
  const back = useBack(usePaths().home());
  const setSession = useSetAtom(sessionAtom);
  return (
    <Page title={strings.screen}>
      <FailureState message={strings.forbidden} onBack={back}>
        <div className={styles.other}>
          <Button onClick={() => setSession({ status: 'guest' })}>{strings.otherAccount}</Button>
        </div>
      </FailureState>
    </Page>
  );
}
