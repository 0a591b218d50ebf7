import { brandName } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { brandAtom, isLoggedInAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { Plus, Zap } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { logoPendingAtom } from '../brand/load-brand.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { Balance } from './balance.tsx';
import styles from './header.module.css';
import { strings } from './strings.ts';
import userStyles from './user.module.css';
import { UserMenu, UserName } from './user.tsx';

/** The logo alone, with a title, or with the home's account and login. */
export type HeaderContent = 'home' | 'logo' | { title: string };

export function Header({ content }: { content: HeaderContent }) {
  const loggedIn = useAtomValue(isLoggedInAtom);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <LogoLink />
        {content === 'home' && (loggedIn ? <AccountBlock /> : <GuestBlock />)}
        {typeof content === 'object' && <h1 className={styles.title}>{content.title}</h1>}
      </div>
    </header>
  );
}

/** Links to the home with the brand's logo, or its name if there is no logo or it can't be decoded. */
function LogoLink() {
  const { record, logoUrl } = useAtomValue(brandAtom);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const logo = logoUrl === brokenUrl ? undefined : logoUrl;
  const pending = useAtomValue(logoPendingAtom);
  const name = brandName(record);
  return (
    <Link to={usePaths().home()} className={styles.link} aria-label={strings.home(name)}>
      {logo && <img src={logo} alt="" onError={() => setBrokenUrl(logo)} />}
      {!logo && !pending && (
        <>
          <span>
            <Zap />
          </span>
          <bdi>{name}</bdi>
        </>
      )}
    </Link>
  );
}

function GuestBlock() {
  return (
    <div className={styles.guest}>
      <ButtonLink render={<Link to={usePaths().login()} />}>{strings.login}</ButtonLink>
    </div>
  );
}

/** Renders the user's name and balance, with links to those screens that are published. */
function AccountBlock() {
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
