import { brandName } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { brandAtom, isLoggedInAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { Zap } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { logoPendingAtom } from '../brand/logo-pending.ts';
import { AccountBlock } from './account-block.tsx';
import styles from './header.module.css';
import { strings } from './strings.ts';

/** The logo alone, with a title, or with the home's account and login. */
export type HeaderContent = 'home' | 'logo' | { title: string };

export function Header({ content }: { content: HeaderContent }) {
  const loggedIn = useAtomValue(isLoggedInAtom);
  if (content === 'logo') return <Bar />;
  if (content === 'home') return <Bar>{loggedIn ? <AccountBlock /> : <GuestBlock />}</Bar>;
  return (
    <Bar>
      <h1 className={styles.title}>{content.title}</h1>
    </Bar>
  );
}

function Bar({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <LogoLink />
        {children}
      </div>
    </header>
  );
}

/** Links to the home with the brand's logo, or its name if there is no logo. */
function LogoLink() {
  const { record, logoUrl } = useAtomValue(brandAtom);
  const pending = useAtomValue(logoPendingAtom);
  const name = brandName(record);
  return (
    <Link to={usePaths().home()} className={styles.link} aria-label={strings.home(name)}>
      {logoUrl && <img className={styles.picture} src={logoUrl} alt="" />}
      {!logoUrl && !pending && (
        <>
          <span className={styles.mark}>
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
