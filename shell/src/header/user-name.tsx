import { shortName } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { Skeleton } from '@shared/ui';
import { User } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { strings } from './strings.ts';
import styles from './user.module.css';

/** The user's short name, once the profile has come; where it can't be had, what it leads to in other words. */
export function UserName() {
  const session = useAtomValue(sessionAtom);
  const user = session.status === 'user' ? session.user : undefined;
  // The session asks for it; here it is only known whether that has failed.
  const { isError } = useQuery({ ...queries.userProfile(), enabled: false });
  const name = user && shortName(user.name);
  return (
    <>
      <span className={styles.face}>
        <User />
      </span>
      <span className={styles.name}>{user || isError ? name || strings.account : <PendingName />}</span>
    </>
  );
}

function PendingName() {
  return (
    <>
      <Skeleton width="4rem" />
      <span className={styles.spoken}>{strings.account}</span>
    </>
  );
}
