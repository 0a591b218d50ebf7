/** After a mail was sent, another can't be asked for during 30 s, over reloads too (specification, section 4). */
import { storedAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { useAtom } from 'jotai';
import * as z from 'zod/mini';

const LOCK_MS = 30_000;

/** Instant of the last mail, in ms since 1970. */
const sentAtAtom = storedAtom('resetSentAt', z.number(), 0);

/** `secondsLeft` is 0 while nothing is locked; `lock` begins the 30 s. */
export function useResendLock() {
  const [sentAt, setSentAt] = useAtom(sentAtAtom);
  const now = useNow(1000);
  return { secondsLeft: secondsLeft(sentAt, now), lock: () => setSentAt(Date.now()) };
}

/** An instant that is far from now, either way, locks nothing: the device's clock was changed, or it makes no sense. */
export function secondsLeft(sentAt: number, now: number): number {
  if (!(Math.abs(now - sentAt) < LOCK_MS)) return 0;
  return Math.min(LOCK_MS / 1000, Math.ceil((sentAt + LOCK_MS - now) / 1000));
}
