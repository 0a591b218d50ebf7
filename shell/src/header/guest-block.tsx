import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import styles from './header.module.css';
import { strings } from './strings.ts';

export function GuestBlock() {
  return (
    <div className={styles.guest}>
      <ButtonLink render={<Link to={usePaths().login()} />}>{strings.login}</ButtonLink>
    </div>
  );
}
