import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt.ts';

const isInstalled = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/**
 * Installs the Debian package of a program that is missing, for root.
 * @throws if it can't be installed
 */
export function ensureProgram(name: string, debianPackage = name): void {
  if (!isInstalled(name) && !(aptInstall(debianPackage) && isInstalled(name)))
    throw new Error(`${name} is missing and Debian's ${debianPackage} can't be installed`);
}
