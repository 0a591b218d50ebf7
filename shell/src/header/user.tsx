import { shortName } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { Button, Skeleton, words } from '@shared/ui';
import { LogOut, User } from '@shared/ui/icons';
import { useAtomValue, useSetAtom } from 'jotai';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { strings } from './strings.ts';
import styles from './user.module.css';

/**
 * Menu with the logout, while no profile screen is published. Doesn't navigate after the logout,
 * because the home needs no login.
 */
export function UserMenu() {
  const setSession = useSetAtom(sessionAtom);
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };

  function leave(event: FocusEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }
  function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  }

  return (
    <details ref={menu} className={styles.menu} onBlur={leave} onKeyDown={closeOnEscape}>
      <summary className={styles.user}>
        <UserName />
      </summary>
      <div className={styles.panel}>
        <Button variant="quiet" icon={<LogOut />} full onClick={() => setSession({ status: 'guest' })}>
          {words.logOut}
        </Button>
      </div>
    </details>
  );
}

/** Renders the user's short name once the profile is loaded, or a generic label if it can't be. */
export function UserName() {
  const session = useAtomValue(sessionAtom);
  const user = session.status === 'user' ? session.user : undefined;
  // The session fetches the profile; this only observes whether that failed.
  const { isError } = useQuery({ ...queries.userProfile(), enabled: false });
  const name = user && shortName(user.name);
  return (
    <>
      <span>
        <User />
      </span>
      <bdi>{user || isError ? name || strings.account : <PendingName />}</bdi>
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
