/** What the shell provides: the API report of each shared module. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtempDisposable, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { readJson } from '@shared/registry/replace-file';
import { SHARED_MODULES } from '../bundler/shared-modules.ts';
import { packageFolder, packageVersion } from '../files/installed-packages.ts';
import { IN_WORKSPACE, ROOT } from '../workspace.ts';
import { flatten } from './flatten.ts';
import { readReports } from './report-files.ts';
import { tsc } from './tsc.ts';
import { type Api, isOwn } from './types.ts';

/** The reports of the source that was built last: emitting them takes a second. */
const CACHE = `${ROOT}.cache/shared-api.json`;
const packageOf = (module: string) => module.replace('@shared/', '');

/**
 * Returns the API of the source. Outside the workspace, returns the reports in this package, which
 * were packed with the shared packages.
 */
export async function currentApi(): Promise<Api> {
  if (!IN_WORKSPACE) return readReports();
  const hash = await hashOfSource();
  const cached = await readJson<{ hash: string; api: Api }>(CACHE);
  if (cached?.hash === hash) return cached.api;
  const api = await reportsOfSource();
  const written = `${CACHE}.${randomUUID()}`;
  await writeFile(written, JSON.stringify({ hash, api }));
  await rename(written, CACHE);
  return api;
}

async function reportsOfSource(): Promise<Api> {
  const own = SHARED_MODULES.filter(isOwn);
  const declarations = await emitDeclarations(own.map(packageOf));
  const reports = SHARED_MODULES.map(async (module) => {
    const files = declarations.get(packageOf(module));
    return [module, files ? shorten(flatten(files, 'src/index')) : await libraryReport(module)] as const;
  });
  return Object.fromEntries(await Promise.all(reports));
}

/**
 * Returns the declaration files of shared packages, each by its path in the package, without
 * extension.
 * @throws if an exported type can't be declared
 */
async function emitDeclarations(packages: string[]): Promise<Map<string, Map<string, string>>> {
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

/**
 * Returns the report of a library: its version and the names that it exports at run time. Its types
 * are in the library's own packages.
 */
async function libraryReport(module: string): Promise<string> {
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

/** Hashes all that the reports depend on, including this folder and the installed packages. */
async function hashOfSource(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'tsconfig.json', 'shared/federation/src/bundler/shared-modules.ts'])
    hash.update(await readFile(`${ROOT}${file}`));
  const folders = [import.meta.dirname, `${ROOT}shared/brazil/src`];
  folders.push(...SHARED_MODULES.filter(isOwn).map((module) => `${ROOT}shared/${packageOf(module)}/src`));
  for (const folder of folders)
    for (const file of (await readdir(folder, { recursive: true })).sort())
      if (/\.tsx?$/.test(file)) hash.update(file).update(await readFile(`${folder}/${file}`));
  return hash.digest('hex');
}

/** Shorter types are clearer than the name of a constant that happens to have the same type. */
const MIN_LENGTH = 80;

/**
 * Replaces the repeated types of schemas by `typeof` and the exported constant's name: the compiler
 * writes them out in full wherever they are used.
 */
export function shorten(report: string): string {
  const constants = report.matchAll(
    /^(?:export )?declare const ([\w$]+): (z\.[\s\S]*?);$(?=\n(?:export|declare|type|interface) )/gm,
  );
  const schemas = Array.from(constants, ([, name = '', type = '']) => ({ name, type }))
    .filter(({ type }) => type.length >= MIN_LENGTH)
    .sort((a, b) => b.type.length - a.type.length);
  let text = report;
  for (const { name, type } of schemas) {
    // Constants of the same type keep it.
    const inside = new RegExp(`(?<!^(?:export )?declare const [\\w$]+: )${patternOf(type)}`, 'gm');
    text = text.replaceAll(inside, `typeof ${name}`);
  }
  return text.replaceAll(/^ +/gm, (indentation) => ' '.repeat(indentation.length / 2));
}

/** Returns a pattern for a text at any indentation. */
const patternOf = (text: string) =>
  text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&').replaceAll(/\n */g, '\\n *');
