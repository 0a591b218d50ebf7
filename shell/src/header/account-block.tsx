import { Link, usePaths } from '@shared/router';
import { ButtonLink } from '@shared/ui';
import { Plus } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { Balance } from './balance.tsx';
import styles from './header.module.css';
import { strings } from './strings.ts';
import userStyles from './user.module.css';
import { UserMenu, UserName } from './user.tsx';

/** Renders the user's name and balance, with links to those screens that are published. */
export function AccountBlock() {
  const paths = usePaths();
  const screenTable = useAtomValue(screenTableAtom);
  const hasProfile = screenTable?.has('userProfile');
  return (
    <>
      <div className={styles.end}>
        {hasProfile === true && (
          <Link to={paths.userProfile()} className={userStyles.user}>
            <UserName />
          </Link>
        )}
        {hasProfile === false && <UserMenu />}
      </div>
      <div className={styles.wallet}>
        <Balance />
        <div className={styles.actions}>
          {screenTable?.has('extract') && (
            <ButtonLink variant="quiet" render={<Link to={paths.extract()} />}>
              {strings.statement}
            </ButtonLink>
          )}
          {screenTable?.has('paymentMethods') && (
            <ButtonLink icon={<Plus />} render={<Link to={paths.paymentMethods()} />}>
              {strings.add}
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  );
}
