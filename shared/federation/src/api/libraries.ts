/** The installed libraries that the shell provides, or that the types of shared modules mention. */
import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/**
 * Returns the report of a library: its version and the names that it exports at run time. Its types
 * are in the library's own packages.
 */
export async function libraryReport(module: string): Promise<string> {
  const [library = module] = module.split('/');
  const folder = packageFolder(library);
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  const file = createRequire(`${dirname(folder)}/`).resolve(module);
  const names = Object.keys(await import(file)).filter(
    (name) => /^[a-z]\w*$/i.test(name) && name !== 'default',
  );
  return [
    `// ${library} ${version}`,
    ...names.sort().map((name) => `export { ${name} } from '${module}';`),
    '',
  ].join('\n');
}

/** `// react 19.3.1` → 19. */
export const majorOf = (report: string) => Number(/^\/\/ \S+ (\d+)/.exec(report)?.[1]);

/** A report may mention the dependencies of these packages. */
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

function installed(name: string, file: string): string | undefined {
  const folders = createRequire(file).resolve.paths(name) ?? [];
  const found = folders.map((folder) => `${folder}/${name}`).find((folder) => existsSync(folder));
  return found && realpathSync(found);
}
