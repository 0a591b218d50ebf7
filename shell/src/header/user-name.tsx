import { shortName } from '@shared/brazil';
import { sessionAtom } from '@shared/state';
import { Skeleton } from '@shared/ui';
import { User } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { strings } from './strings.ts';
import styles from './user.module.css';

/** The user's short name, once the profile has come. */
export function UserName() {
  const session = useAtomValue(sessionAtom);
  const user = session.status === 'user' ? session.user : undefined;
  return (
    <>
      <span className={styles.face}>
        <User />
      </span>
      <span className={styles.name}>
        {user ? shortName(user.name) || strings.account : <Skeleton width="4rem" />}
      </span>
    </>
  );
}
