import { useNavigate, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { Button } from '@shared/ui';
import { LogOut } from '@shared/ui/icons';
import { useSetAtom } from 'jotai';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { strings } from './strings.ts';
import styles from './user.module.css';
import { UserName } from './user-name.tsx';

/** The way out while no profile screen is published, which otherwise holds it. */
export function UserMenu() {
  const setSession = useSetAtom(sessionAtom);
  const navigate = useNavigate();
  const paths = usePaths();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };

  function leave(event: FocusEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) close();
  }
  function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>) {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  }
  async function logOut() {
    await navigate(paths.home());
    setSession({ status: 'guest' });
  }

  return (
    <details ref={menu} className={styles.menu} onBlur={leave} onKeyDown={closeByEscape}>
      <summary className={styles.user}>
        <UserName />
      </summary>
      <div className={styles.panel}>
        <Button variant="quiet" icon={<LogOut />} full onClick={logOut}>
          {strings.logOut}
        </Button>
      </div>
    </details>
  );
}
