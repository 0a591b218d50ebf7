import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { packageFolder } from './package-folder.ts';

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
