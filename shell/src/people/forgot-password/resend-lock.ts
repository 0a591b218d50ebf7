/** Prevents another mail for 30 s after one was sent, also after a reload. */
import { storedAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtom } from 'jotai';
import * as z from 'zod/mini';

const LOCK_MS = 30_000;

/** When the last mail was sent, in ms since 1970. */
const sentAtAtom = storedAtom('resetSentAt', z.number(), 0);

/** `secondsLeft` is 0 while unlocked; `lock` starts the 30 s. */
export function useResendLock() {
  const [sentAt, setSentAt] = useAtom(sentAtAtom);
  const now = useNow(1000);
  return { secondsLeft: secondsLeft(sentAt, now), lock: () => setSentAt(Date.now()) };
}

/** 0 also for a stored time far from now: an invalid value, or the device's clock was changed. */
export function secondsLeft(sentAt: number, now: number): number {
  if (!(Math.abs(now - sentAt) < LOCK_MS)) return 0;
  return Math.min(LOCK_MS / 1000, Math.ceil((sentAt + LOCK_MS - now) / 1000));
}
