import { Link, usePaths } from '@shared/router';
import styles from './user.module.css';
import { UserName } from './user-name.tsx';

/** Links to the profile. */
export function UserLink() {
  return (
    <Link to={usePaths().userProfile()} className={styles.user}>
      <UserName />
    </Link>
  );
}
