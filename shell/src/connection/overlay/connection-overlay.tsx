import { isLoggedInAtom, liveConnectionAtom, onlineAtom } from '@shared/state';
import { Button, Dialog, Spinner } from '@shared/ui';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { continuesAtom, pollsAtom } from '../live/polls.ts';
import styles from './connection-overlay.module.css';
import { strings } from './strings.ts';

/** Ignores a first connect, quick reconnects and short outages. */
const GRACE_MS = 1500;

/**
 * Reports a lost connection: on top of the page, or beside a board's figures. While calls succeed,
 * the user can continue without a live connection, with a strip above the page.
 */
export function ConnectionOverlay({ beside }: { beside: boolean }) {
  const isOnline = useAtomValue(onlineAtom);
  const canContinue = useAtomValue(pollsAtom) > 0 && isOnline;
  const [continues, setContinues] = useAtom(continuesAtom);
  if (!useDisconnected()) return null;
  const text = (
    <p className={styles.text}>
      <Spinner />
      {strings.text}
    </p>
  );
  if (!beside && continues && isOnline)
    return (
      <p className={styles.strip} role="status">
        <Spinner />
        {`${strings.title} · ${strings.text}`}
      </p>
    );
  if (!beside)
    return (
      <Dialog
        title={strings.title}
        persistent
        onTop
        onClose={() => {}}
        actions={canContinue && <Button onClick={() => setContinues(true)}>{strings.continue}</Button>}
      >
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

/** Returns whether a user's live connection, or anyone's connection, has been lost for a while. */
function useDisconnected(): boolean {
  const online = useAtomValue(onlineAtom);
  const loggedIn = useAtomValue(isLoggedInAtom);
  const connection = useAtomValue(liveConnectionAtom);
  const disconnected = !online || (loggedIn && connection !== 'open');
  const [graceOver, setGraceOver] = useState(false);
  useEffect(() => {
    if (!disconnected) return;
    const timer = setTimeout(() => setGraceOver(true), GRACE_MS);
    return () => {
      clearTimeout(timer);
      setGraceOver(false);
    };
  }, [disconnected]);
  return disconnected && graceOver;
}
