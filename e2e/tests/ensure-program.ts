import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.ts';

/** Debian's servers are in a folder that other users' `PATH` lacks. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

const find = (name: string) =>
  folders()
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * Returns the path of a program, installing its Debian package if this user is root; undefined if
 * it is missing for another user.
 * @throws if it can't be installed, or is missing in CI
 */
export function ensureProgram(name: string, debianPackage = name): string | undefined {
  const program = find(name) ?? (aptInstall(debianPackage) ? find(name) : undefined);
  const isRoot = process.getuid?.() === 0;
  if (!program && (isRoot || process.env.CI))
    throw new Error(`${name} is missing and Debian's ${debianPackage} can't be installed`);
  return program;
}
