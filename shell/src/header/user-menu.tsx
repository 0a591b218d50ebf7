import { sessionAtom } from '@shared/state';
import { Button, words } from '@shared/ui';
import { LogOut } from '@shared/ui/icons';
import { useSetAtom } from 'jotai';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import styles from './user.module.css';
import { UserName } from './user-name.tsx';

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
