/**
 * Types of what a remote exposes, as hosts with Module Federation's `dts` option fetch them: an archive
 * of declarations, and the modules' names for `loadRemote`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { MF_TYPES } from '@shared/registry/mf-manifest';
import { EXPOSED_MODULE } from '@shared/registry/names';
import { strToU8, zipSync } from 'fflate';
import { type Api, isOwn } from '../api/types.ts';
import { ROOT } from '../workspace.ts';

/** Hosts replace it by the name that they give to the remote. */
const ALIAS = 'REMOTE_ALIAS_IDENTIFIER';

/** A constant, so that the same types are the same bytes. */
const MODIFIED = new Date(1980, 0, 2);

/**
 * Writes the files `MF_TYPES` of a version.
 * @param modules names of what is exposed: `remote`, `mount`, `screens/charger`
 * @param api reports of the shared modules that it was built for
 */
export async function writeTypes(folder: string, modules: readonly string[], api: Api): Promise<void> {
  const exposed = modules.map(async (module) => [module, await declare(module)] as const);
  const shared = Object.entries(api)
    .filter(([module]) => isOwn(module))
    .map(([module, report]) => [module.slice(1), withPaths(report, './')] as const);
  const declarations = [...(await Promise.all(exposed)), ...shared];
  const files = declarations.map(([path, text]) => [`${path}.d.ts`, strToU8(text)] as const);
  const names = modules.map((module) => `'${ALIAS}/${module}'`);
  const types = names.map((name) => `T extends ${name} ? typeof import(${name}) : `).join('');
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${MF_TYPES.zip}`, zipSync(Object.fromEntries(files), { mtime: MODIFIED }));
  await writeFile(
    `${folder}/${MF_TYPES.api}`,
    `export type RemoteKeys = ${names.join(' | ')};\ntype PackageType<T> = ${types}any;\n`,
  );
}

async function declare(module: string): Promise<string> {
  if (module === EXPOSED_MODULE)
    return "declare const remote: import('./shared/contract').Remote;\nexport default remote;\n";
  if (module !== 'mount') return "export * from '../mount';\n";
  const options = await readFile(`${ROOT}shell/src/mount/mount-options.ts`, 'utf8');
  return `${withPaths(options, './shared/')}export declare const mount: Mount;\n`;
}

/** Hosts don't have our packages: the archive has their types, in `folder`. */
const withPaths = (text: string, folder: string) => text.replaceAll(/(['"])@shared\//g, `$1${folder}`);
