import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Claims PGlite's folder for this process, since two writers would corrupt it. The claim of a
 * process that has ended is ignored.
 * @returns a function that releases the claim
 * @throws if another process holds it
 */
export function claimFolder(dataDir: string): () => void {
  const path = `${dataDir}.pid`;
  const holder = holderOf(path);
  if (holder !== undefined && holder !== process.pid && isAlive(holder)) {
    throw new Error(
      `${dataDir} is open in process ${holder}. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
  mkdirSync(dirname(dataDir), { recursive: true });
  writeFileSync(path, String(process.pid));
  return () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true });
  };
}

/** Deletes PGlite's folder. Throws if another process has it open. */
export function resetFolder(dataDir: string): void {
  const release = claimFolder(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  release();
}

function holderOf(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    // Not claimed yet.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is running, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
