import { useBack, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button, FailureState, Page } from '@shared/ui';
import { useSetAtom } from 'jotai';
import styles from './page.module.css';
import { strings } from './strings.ts';

/** Shown to users who aren't valets of the site; logging in again returns to this URL. */
export function NoPermission() {
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
