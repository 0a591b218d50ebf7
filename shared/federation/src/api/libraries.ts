/** The installed libraries that the shell provides. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { packageFolder, packageVersion } from '../files/installed-packages.ts';

/**
 * Returns the report of a library: its version and the names that it exports at run time. Its types
 * are in the library's own packages.
 */
export async function libraryReport(module: string): Promise<string> {
  const [library = module] = module.split('/');
  const folder = packageFolder(library);
  const file = createRequire(`${dirname(folder)}/`).resolve(module);
  const names = Object.keys(await import(file)).filter(
    (name) => /^[a-z]\w*$/i.test(name) && name !== 'default',
  );
  return [
    `// ${library} ${packageVersion(library)}`,
    ...names.sort().map((name) => `export { ${name} } from '${module}';`),
    '',
  ].join('\n');
}

/** `// react 19.3.1` → 19. */
export const majorOf = (report: string) => Number(/^\/\/ \S+ (\d+)/.exec(report)?.[1]);
