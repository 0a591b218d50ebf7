import { brandName } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { brandAtom, isLoggedInAtom } from '@shared/state';
import { ButtonLink } from '@shared/ui';
import { Zap } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { logoPendingAtom } from '../brand/logo-pending.ts';
import { titles } from '../people/parts/titles.ts';
import { AccountBlock } from './account-block.tsx';
import styles from './header.module.css';
import { strings } from './strings.ts';

type Form = 'home' | { title: string } | 'logo';

/** By the screen's segment. Screens that aren't listed have no header. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['', 'home'],
  ['login', { title: titles.login }],
  ['register', { title: titles.register }],
  ['forgotPassword', { title: titles.forgotPassword }],
  ['redefinePassword', 'logo'],
  ['sucessRedefinePassword', 'logo'],
  ['forgot-password-app', 'logo'],
  ['confirmation-app', 'logo'],
]);

export function Header({ segment }: { segment: string }) {
  const loggedIn = useAtomValue(isLoggedInAtom);
  const form = FORMS.get(segment);
  if (!form) return null;
  if (form === 'logo') return <Bar />;
  if (form === 'home') return <Bar>{loggedIn ? <AccountBlock /> : <GuestBlock />}</Bar>;
  return (
    <Bar>
      <h1 className={styles.title}>{form.title}</h1>
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
