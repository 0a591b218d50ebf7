/** gzip sizes of a build's JavaScript, compared with their budgets and the previous build. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ownerOf, type RegistryEntry, type RegistryFile, type RemoteVersion } from '@shared/registry';
import { createToolsFolder, toolsFolder } from '@shared/registry/history';
import { landingFiles } from '@shared/registry/preload';
import { readJson, replaceJson } from '@shared/registry/replace-file';

/** Maximum sizes in KB, gzipped. */
const BUDGETS = {
  /** Scripts that a guest's browser runs before the home is interactive. */
  home: 150,
  /** Scripts that one screen adds to the shell, or to its remote's entry. */
  screen: 25,
};

/** A row of the table. */
export interface Size {
  what: string;
  bytes: number;
  budgetKb?: number;
}

/**
 * Returns the paths of the scripts that the home needs before it is interactive: those of the page
 * and those of the remote that renders it.
 */
export async function homeScripts(dist: string, remotes: readonly RegistryEntry[]): Promise<string[]> {
  const html = await readFile(`${dist}/index.html`, 'utf8');
  const ofPage = Array.from(html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g), ([, src = '']) => src);
  const home = ownerOf({ remotes }, '');
  return [...ofPage, ...scripts(home ? landingFiles(home.live, '') : [])];
}

/**
 * Returns the sizes of the home and of each screen of a built web app.
 * @param shellScreens paths of the scripts of each screen of the shell
 */
export async function javaScriptSizes(
  dist: string,
  remotes: readonly RegistryEntry[],
  shellScreens: Readonly<Record<string, readonly string[]>>,
): Promise<Size[]> {
  const inDist = (url: string) => `${dist}${url}`;
  const sizes = [
    sizeOf('before the home is interactive', (await homeScripts(dist, remotes)).map(inDist), BUDGETS.home),
    ...Object.entries(shellScreens).map(([name, files]) =>
      sizeOf(`shell: ${name}`, files.map(inDist), BUDGETS.screen),
    ),
    ...remotes.map(({ name, live }) => screenSizes(name, live, inDist)),
  ];
  return (await Promise.all(sizes)).flat();
}

/**
 * Returns the sizes of a version's entry and of each of its screens.
 * @param fileOf returns the file for a URL of the version
 */
export function screenSizes(
  name: string,
  { entry, preload }: RemoteVersion,
  fileOf: (url: string) => string,
): Promise<Size[]> {
  const { '*': forAll = [], ...screens } = preload;
  const filesOf = (files: RegistryFile[]) => scripts(files).map(fileOf);
  return Promise.all([
    sizeOf(`${name}: entry`, filesOf([entry, ...forAll])),
    ...Object.entries(screens).map(([path, files]) =>
      sizeOf(`${name}: /${path}`, filesOf(files), BUDGETS.screen),
    ),
  ]);
}

const scripts = (files: readonly RegistryFile[]) =>
  files.map(({ url }) => url).filter((url) => url.endsWith('.js'));

/** Returns the size of files, each compressed, in bytes. */
export async function gzipSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function sizeOf(what: string, files: readonly string[], budgetKb?: number): Promise<Size> {
  return { what, bytes: await gzipSize(files), ...(budgetKb && { budgetKb }) };
}

const record = (dist: string) => `${toolsFolder(dist)}/javascript.json`;

/** Returns what `writeSizes` wrote into a web app; nothing if older tools built it. */
export const readSizes = async (dist: string): Promise<Size[]> => (await readJson(record(dist))) ?? [];

export async function writeSizes(dist: string, sizes: readonly Size[]): Promise<void> {
  await createToolsFolder(dist);
  await replaceJson(record(dist), sizes);
}

/** Returns the table as lines: gzipped KB, change since the previous build, and budget. */
export function sizeTable(sizes: readonly Size[], before: readonly Size[]): string[] {
  const row = (size: string, change: string, budget: string, what: string) =>
    `${size.padStart(8)}${change.padStart(9)}${budget.padStart(8)}  ${what}`;
  const rows = sizes.map(({ what, bytes, budgetKb }) => {
    const last = before.find((size) => size.what === what)?.bytes;
    const change = last === undefined ? 'new' : signed(bytes - last);
    return row(inKb(bytes), change, budgetKb === undefined ? '' : `≤ ${budgetKb}`, what);
  });
  return ['JavaScript in KB (gzip)', row('now', 'change', 'budget', ''), ...rows];
}

const inKb = (bytes: number) => (bytes / 1024).toFixed(1);
const signed = (bytes: number) => (bytes > 0 ? `+${inKb(bytes)}` : inKb(bytes).replace(/^-0\.0$/, '0.0'));

/** @throws if a size is above its budget */
export function assertWithinBudgets(sizes: readonly Size[]): void {
  const over = sizes.filter(({ bytes, budgetKb }) => budgetKb !== undefined && bytes > budgetKb * 1024);
  if (over.length === 0) return;
  const lines = over.map(({ what, bytes, budgetKb }) => `${what}: ${inKb(bytes)} KB of ${budgetKb} KB`);
  throw new Error(`JavaScript exceeds its budget:\n${lines.join('\n')}`);
}
