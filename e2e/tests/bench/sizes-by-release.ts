/** How large the parts of the home's JavaScript were in each release of the contract. */
import { readFile, writeFile } from 'node:fs/promises';
import { CONTRACT_VERSION } from '@shared/contract';
import type { Chart } from './charts.ts';

const FILE = `${import.meta.dirname}/sizes-by-release.json`;
/** Gzip bytes by part, by release. */
type Sizes = Record<string, Record<string, number>>;

/** The first pattern that matches names the part; parts without one are shown together. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^(react|react-dom|scheduler)$/, 'React'],
  [/^zod$/, 'zod'],
  [/^@tanstack/, 'Query'],
  [/^react-router/, 'Router'],
  [/^shell$/, 'shell'],
  [/^shared\//, 'shared'],
  [/^remotes\//, 'remotes'],
];
const OTHER = 'other';

/**
 * Stores the sizes as those of the current release, and returns the rows of all releases.
 * @param measured gzip bytes of each package and folder
 */
export async function addSizes(measured: ReadonlyMap<string, number>): Promise<Chart['rows']> {
  const sizes: Sizes = JSON.parse(await readFile(FILE, 'utf8'));
  const current: Record<string, number> = {};
  for (const [name, bytes] of measured) {
    const part = PARTS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHER;
    current[part] = Math.round((current[part] ?? 0) + bytes);
  }
  sizes[CONTRACT_VERSION] = current;
  await writeFile(FILE, `${JSON.stringify(sizes, null, 2)}\n`);
  const names = [...PARTS.map(([, part]) => part), OTHER];
  return Object.entries(sizes).map(([release, parts]) => ({
    label: `contract ${release}`,
    parts: names.flatMap((name) => (parts[name] ? { name, value: parts[name] / 1024 } : [])),
  }));
}
