import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Claims PGlite's folder for this process, since two writers would corrupt it. The claim of a
 * process that has ended is ignored.
 * @returns a function that releases the claim
 * @throws if another process holds it
 */
export function claimFolder(dataDir: string): () => void {
  const path = `${dataDir}.pid`;
  const holder = holderOf(path);
  mkdirSync(dirname(dataDir), { recursive: true });
  const unlock =
    holder !== undefined && holder !== process.pid && isAlive(holder) ? undefined : lock(dataDir);
  if (!unlock)
    throw new Error(
      `${dataDir} is open in process ${holder}. Stop that process, or set DATA_DIR to another folder.`,
    );
  writeFileSync(path, String(process.pid));
  return () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true });
    unlock();
  };
}

/** Deletes PGlite's folder. Throws if another process has it open. */
export function resetFolder(dataDir: string): void {
  const release = claimFolder(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
  release();
}

/** Referenced, because a connection that is garbage collected unlocks its file. */
const locks = new Set<DatabaseSync>();

/**
 * Locks a file next to the folder until this process ends. Process ids don't distinguish two
 * containers: both may be process 1. SQLite is Node's only access to the operating system's file
 * locks.
 * @returns a function that unlocks the file; undefined if another process has locked it
 */
function lock(dataDir: string): (() => void) | undefined {
  const file = openFile(`${dataDir}.lock`);
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
    locks.add(file);
    return () => {
      locks.delete(file);
      file.close();
    };
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message === 'database is locked') return undefined;
    throw error;
  }
}

function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path);
  } catch (cause) {
    throw new Error(`Can't open or create ${path}.`, { cause });
  }
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
