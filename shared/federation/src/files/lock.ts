/** A lock for processes, on any machine, that share a folder. Node has no file locks. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { codeOf } from './replace-file.ts';

/** Age at which another machine's lock counts as abandoned. It is held for less than a second. */
const ABANDONED_AFTER_MS = 30_000;
const GIVE_UP_AFTER_MS = 120_000;
const PAUSE_MS = 25;

/** Rejects if another process has taken over the lock. */
export type AssertHeld = () => Promise<void>;

/**
 * Runs `task` under the lock `file`. Replaces an abandoned lock: one whose process has ended, or
 * that is from another machine and older than 30 s. A suspended process can therefore lose its lock
 * to another machine, so `task` must call `assertHeld` before each write.
 */
export async function withLock<T>(file: string, task: (assertHeld: AssertHeld) => Promise<T>): Promise<T> {
  const own = `${process.pid} ${hostname()} ${randomUUID()}`;
  await acquire(file, own);
  const isHeld = async () => (await holderOf(file)) === own;
  try {
    return await task(async () => {
      if (!(await isHeld())) throw new Error('another process took over the lock: try again');
    });
  } finally {
    if (await isHeld()) await rm(file, { force: true });
  }
}

async function acquire(file: string, own: string): Promise<void> {
  const begun = Date.now();
  for (;;) {
    try {
      return await writeFile(file, own, { flag: 'wx' });
    } catch (error) {
      // Windows refuses to create a file that is being deleted.
      if (!['EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error) ?? '')) throw error;
    }
    const holder = await holderOf(file);
    if (holder !== undefined && (await isAbandoned(file, holder))) await removeLock(file, holder);
    else if (Date.now() - begun > GIVE_UP_AFTER_MS)
      throw new Error(`${file} is held by process ${holder}: delete it if no command is running`);
    else await setTimeout(PAUSE_MS * (1 + Math.random()));
  }
}

/** Returns '' if the holder died before it wrote its name; undefined if there is no lock. */
async function holderOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAbandoned(file: string, holder: string): Promise<boolean> {
  const [pid, host] = holder.split(' ');
  if (pid && host === hostname()) return !isRunning(Number(pid));
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Other errors, such as EPERM for a process of another user, don't mean that it has ended.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Removes an abandoned lock. */
async function removeLock(file: string, holder: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    // Another process may have taken over the lock since it was read: restore its lock. If a third
    // process was faster, `assertHeld` rejects in the second one.
    if ((await holderOf(aside)) !== holder) await link(aside, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
