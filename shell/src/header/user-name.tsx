import { shortName } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { Skeleton } from '@shared/ui';
import { User } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { strings } from './strings.ts';
import styles from './user.module.css';

/** Renders the user's short name once the profile is loaded, or a generic label if it can't be. */
export function UserName() {
  const session = useAtomValue(sessionAtom);
  const user = session.status === 'user' ? session.user : undefined;
  // The session fetches the profile; this only observes whether that failed.
  const { isError } = useQuery({ ...queries.userProfile(), enabled: false });
  const name = user && shortName(user.name);
  return (
    <>
      <span className={styles.face}>
        <User />
      </span>
      <bdi className={styles.name}>{user || isError ? name || strings.account : <PendingName />}</bdi>
    </>
  );
}

function PendingName() {
  return (
    <>
      <Skeleton width="4rem" />
      <span data-spoken>{strings.account}</span>
    </>
  );
}
