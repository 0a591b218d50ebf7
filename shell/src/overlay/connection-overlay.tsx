import { Dialog, Spinner } from '@shared/ui';
import styles from './connection-overlay.module.css';
import { strings } from './strings.ts';
import { useDisconnected } from './use-disconnected.ts';

/** Reports a lost connection: on top of the page, or beside a board's figures. */
export function ConnectionOverlay({ beside }: { beside: boolean }) {
  if (!useDisconnected()) return null;
  const text = (
    <p className={styles.text}>
      <Spinner />
      {strings.text}
    </p>
  );
  if (!beside)
    return (
      <Dialog title={strings.title} persistent onClose={() => {}}>
        {text}
      </Dialog>
    );
  return (
    <div className={styles.panel} role="status" data-scheme="dark">
      <p className={styles.title}>{strings.title}</p>
      {text}
    </div>
  );
}
