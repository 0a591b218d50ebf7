import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { ROOT } from '../workspace.ts';
import { tsc } from './tsc.ts';

/**
 * Returns the declaration files of shared packages, each by its path in the package, without
 * extension.
 * @throws if an exported type can't be declared
 */
export async function emitDeclarations(packages: string[]): Promise<Map<string, Map<string, string>>> {
  // Inside the workspace, so that the compiler finds the packages' own dependencies.
  await mkdir(`${ROOT}.cache`, { recursive: true });
  await using temporary = await mkdtempDisposable(`${ROOT}.cache/declarations-`);
  const work = temporary.path;
  // Every file: TypeScript emits nothing for a file that it first finds through the name of its
  // package, because it regards it as part of an installed package.
  const include = packages.map((name) => `${ROOT}shared/${name}/src/**/*`);
  const exclude = [`${ROOT}shared/*/src/**/*.test.*`];
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    // `pnpm test` checks the types.
    noCheck: true,
    rootDir: `${ROOT}shared`,
    outDir: `${work}/out`,
  };
  const config = { extends: `${ROOT}tsconfig.json`, compilerOptions, include, exclude };
  await writeFile(`${work}/tsconfig.json`, JSON.stringify(config));
  const errors = await tsc(work);
  if (errors) throw new Error(`the shared packages can't be declared:\n${errors}`);
  return new Map(
    await Promise.all(packages.map(async (name) => [name, await readFiles(`${work}/out/${name}`)] as const)),
  );
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  const read = files.map(
    async (file) => [file.replace(/\.d\.ts$/, ''), await readFile(`${folder}/${file}`, 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}
