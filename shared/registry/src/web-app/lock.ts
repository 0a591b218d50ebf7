/** A lock for processes, on any machine, that share a folder. Node has no file locks. */
import { stat } from 'node:fs/promises';
import { lock } from 'proper-lockfile';

/** Time without a refresh after which a lock is abandoned. A running process refreshes its own. */
const ABANDONED_AFTER_MS = 10_000;
/** Tries every 25 to 50 ms, for about 1 min. */
const RETRIES = { retries: 1_600, factor: 1, minTimeout: 25, randomize: true };

/** Rejects if another process has replaced the lock. */
export type AssertHeld = () => Promise<void>;

/**
 * Runs `task` under the lock `file`. Replaces an abandoned lock. A suspended process can therefore
 * lose its lock, so `task` must call `assertHeld` before each write.
 */
export async function withLock<T>(
  file: string,
  task: (assertHeld: AssertHeld) => Promise<T>,
  stale = ABANDONED_AFTER_MS,
): Promise<T> {
  const release = await lock(file, {
    lockfilePath: file,
    realpath: false,
    stale,
    retries: RETRIES,
    // Reported with a delay, so `assertHeld` checks by itself.
    onCompromised: () => {},
  }).catch((error: Error) => {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  });
  const own = await identityOf(file);
  const isHeld = async () => (await identityOf(file)) === own;
  try {
    return await task(async () => {
      if (!(await isHeld())) throw new Error('another process took over the lock: try again');
    });
  } finally {
    // The task has ended, so it doesn't matter if the lock is lost only now.
    if (await isHeld()) await release().catch(() => {});
  }
}

/** Identifies a lock; undefined if there is none. Not every file system has creation times. */
async function identityOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && `${found.ino} ${found.birthtimeNs}`;
}
