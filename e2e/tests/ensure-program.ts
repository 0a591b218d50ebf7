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

/** Returns whether a missing program is an error, as in `.ci/run`, instead of a reason to skip tests. */
export const areProgramsRequired = () => Boolean(process.env.CI || process.env.REQUIRE_PROGRAMS);

/**
 * Returns the path of a program, installing its Debian package if this user is root; undefined if
 * it is missing and can't be installed.
 * @throws if it can't be installed although programs are required
 */
export function ensureProgram(name: string, debianPackage = name): string | undefined {
  const program = find(name) ?? (aptInstall(debianPackage) ? find(name) : undefined);
  if (!program && areProgramsRequired())
    throw new Error(`${name} is missing and Debian's ${debianPackage} can't be installed`);
  return program;
}
