/** The packages that this one or a shared package depends on. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Their dependencies can be found, too. */
const SHARED = ['contract', 'client', 'router', 'state', 'ui'].map((name) => `@shared/${name}`);

/**
 * Returns the folder of a package that this one or a shared package depends on.
 * @throws if it isn't installed: an unknown type would be compatible with everything
 */
export function packageFolder(name: string): string {
  const { resolve } = createRequire(import.meta.url);
  for (const source of [import.meta.url, ...SHARED.map((shared) => resolve(shared))]) {
    const folder = installed(name, source);
    if (folder) return folder;
  }
  throw new Error(`the API refers to the package ${name}, which isn't installed`);
}

export const packageVersion = (name: string): string =>
  String(JSON.parse(readFileSync(`${packageFolder(name)}/package.json`, 'utf8')).version);

function installed(name: string, file: string): string | undefined {
  const folders = createRequire(file).resolve.paths(name) ?? [];
  const found = folders.map((folder) => `${folder}/${name}`).find((folder) => existsSync(folder));
  return found && realpathSync(found);
}
