/** Lets the compiler decide whether the new types are assignable to the old ones. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { packageFolder } from '../files/installed-packages.ts';
import { tsc } from './tsc.ts';
import { type Api, fileOf, isOwn, type Loss } from './types.ts';

/** One line of the program that the compiler checks. */
export interface Check {
  module: string;
  name: string;
  code: string;
}

/** A name can be a value, a type, or both. */
export function typeChecks(
  { module, name, exported, members }: Omit<Check, 'code'> & { exported: string; members: string[] },
  { isValue, isType }: { isValue: boolean; isType: boolean },
): Check[] {
  const before = `${alias('before', module)}.${exported}`;
  const after = `${alias('after', module)}.${exported}`;
  const path = members.map((member) => `[${JSON.stringify(member)}]`).join('');
  const checks: Check[] = [];
  if (isValue)
    checks.push({ module, name, code: `(x: typeof ${after}): (typeof ${before})${path} => x${path}` });
  if (isType && !path) checks.push({ module, name, code: `(x: ${after}): ${before} => x` });
  return checks;
}

const alias = (side: string, module: string) => `${side}_${fileOf(module).replaceAll('-', '_')}`;

/** Cached results: a command compares before it takes the lock and again under it. */
const compared = new Map<string, Promise<Loss[]>>();

export function compareTypes(before: Api, after: Api, checks: Check[]): Promise<Loss[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([before, after, checks]))
    .digest('hex');
  const found = compared.get(key) ?? compile(before, after, checks);
  compared.set(key, found);
  return found;
}

async function compile(before: Api, after: Api, checks: Check[]): Promise<Loss[]> {
  if (checks.length === 0) return [];
  await using temporary = await mkdtempDisposable(`${tmpdir()}/api-`);
  const work = temporary.path;
  const imports = Object.entries({ before, after }).flatMap(([side, api]) =>
    Object.keys(api)
      .filter(isOwn)
      .map((module) => `import type * as ${alias(side, module)} from './${side}/${fileOf(module)}.js';`),
  );
  await writeDeclarations(`${work}/before`, before);
  await writeDeclarations(`${work}/after`, after);
  await linkPackages(work, [...Object.values(before), ...Object.values(after)]);
  const lines = checks.map(({ code }, index) => `export const check${index} = ${code};`);
  await writeFile(`${work}/check.ts`, [...imports, ...lines].join('\n'));
  await writeFile(`${work}/tsconfig.json`, JSON.stringify({ compilerOptions: OPTIONS, files: ['check.ts'] }));
  return lossesIn(await tsc(work), checks, imports.length);
}

const OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: [],
  noEmit: true,
  strict: true,
  // A name that a report can't resolve would be compatible with everything.
  skipLibCheck: false,
};

async function writeDeclarations(folder: string, api: Api): Promise<void> {
  await mkdir(folder);
  for (const [module, report] of Object.entries(api).filter(([name]) => isOwn(name))) {
    const text = report.replaceAll(
      /(['"])(@shared\/[\w-]+)\1/g,
      (_, __, name: string) => `'./${fileOf(name)}.js'`,
    );
    await writeFile(`${folder}/${fileOf(module)}.d.ts`, text || 'export {};');
  }
}

/** Links the libraries that reports mention into `work`. */
async function linkPackages(work: string, reports: string[]): Promise<void> {
  const specifiers = reports.flatMap((report) => [
    ...report.matchAll(/(?: from |import\()['"]([^'"]+)['"]/g),
  ]);
  const names = specifiers.map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
  for (const name of new Set([...names, '@types/react'])) {
    if (name.startsWith('@shared/')) continue;
    const link = `${work}/node_modules/${name}`;
    await mkdir(dirname(link), { recursive: true });
    await symlink(packageFolder(name), link, 'junction');
  }
}

function lossesIn(messages: string, checks: Check[], precedingLines: number): Loss[] {
  const losses: Loss[] = [];
  for (const message of messages.split(/\n(?=\S)/).filter(Boolean)) {
    const [, line, text = ''] = /^check\.ts\((\d+),\d+\): error TS\d+: ([\s\S]*)$/.exec(message) ?? [];
    const check = checks[Number(line) - precedingLines - 1];
    if (!check) throw new Error(`the APIs can't be compared: ${message}`);
    const lastLine =
      text
        .split('\n')
        .at(-1)
        ?.replaceAll(/import\("[^"]+"\)\./g, '')
        .trim() ?? '';
    losses.push({ module: check.module, name: check.name, reason: `is incompatible: ${lastLine}` });
  }
  return losses;
}
