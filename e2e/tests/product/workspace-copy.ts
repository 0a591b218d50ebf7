import { copyFileSync, linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Entries of the workspace's root that a fresh clone doesn't have, besides `node_modules`. */
const NOT_CLONED = new Set(['.git', '.cache', '.data', 'dist', 'coverage', 'test-results']);

const PACKAGES = join(ROOT, 'node_modules');

/**
 * Copies the sources of the workspace into `folder`, which uses the installed packages of the
 * workspace. Nothing can be installed there.
 */
export function copySources(folder: string): void {
  copyTree(ROOT, folder, copyFileSync, (source) => source === PACKAGES);
  symlinkSync(PACKAGES, join(folder, 'node_modules'), 'junction');
}

/**
 * Copies the workspace into `folder`, like a fresh clone after its install. Files of installed
 * packages become hard links if `folder` is on the same file system, which takes seconds instead of
 * a minute.
 */
export function copyWorkspace(folder: string): void {
  copyTree(ROOT, folder, copyFileSync);
}

function copyTree(
  from: string,
  to: string,
  copy: (from: string, to: string) => void,
  isLeftOut: (source: string) => boolean = () => false,
): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (isLeftOut(source)) continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name === 'node_modules') copyTree(source, target, linkOrCopy);
    else if (entry.isFile()) copy(source, target);
    else if (entry.isDirectory() && !(from === ROOT && NOT_CLONED.has(entry.name)))
      copyTree(source, target, copy, isLeftOut);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
