import { existsSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Containers often have only 64 MB. */
const ENOUGH = 1024 ** 3;

/** Returns the folder of Linux's shared memory if it has 1 GiB of space, otherwise undefined. */
export function sharedMemory(): string | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= ENOUGH ? FOLDER : undefined;
}
