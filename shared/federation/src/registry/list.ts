/** `pnpm remote list`. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { RegistryEntry, Withdrawn } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { describeShare, versionsOf } from '@shared/registry/changes';
import { effectiveChanges, type HistoryLine, readHistory } from '@shared/registry/history';
import { describeWithdrawn } from './registry.ts';

/**
 * Returns, for each remote, its versions, why some were withdrawn, and its last change.
 * @param served versions that the web app's server has withdrawn
 */
export async function list(dist: string, served: readonly Withdrawn[] = []): Promise<string[]> {
  const { serial = 0, remotes, withdrawn = [] } = await readRegistry(dist);
  const changes = effectiveChanges(await readHistory(dist), serial);
  const blocks = remotes.map(async (entry) => {
    const versions = await builtVersions(dist, entry.name);
    const last = changes.findLast(({ remote }) => remote === undefined || remote === entry.name);
    const reasons = [...withdrawn, ...served]
      .filter(({ name, version }) => name === entry.name && namesOf(entry).includes(version))
      .map((one) => `${INDENT}${describeWithdrawn(one)}`);
    return [
      ...describeVersions(entry, versions),
      ...new Set(reasons),
      ...(last ? [describeChange(last)] : []),
    ];
  });
  return (await Promise.all(blocks)).flat();
}

const INDENT = ' '.repeat(13);

const namesOf = (entry: RegistryEntry) => versionsOf(entry).map(({ version }) => version);

function describeVersions(entry: RegistryEntry, built: string[]): string[] {
  const { name, live, previous, candidate } = entry;
  const others = built.filter((version) => !namesOf(entry).includes(version));
  const percent = candidate && `, candidate ${candidate.release.version} for ${describeShare(candidate)}`;
  return [
    `${name.padEnd(12)} live ${live.version}${previous ? `, previous ${previous.version}` : ''}${percent ?? ''}`,
    ...(others.length > 0 ? [`${INDENT}also ${others.join(', ')}`] : []),
  ];
}

function describeChange({ at, who, what, skipped = [] }: HistoryLine): string {
  const without = skipped.length > 0 ? `, without ${skipped.join(' and ')}` : '';
  return `${INDENT}${at.slice(0, 16).replace('T', ' ')} ${what}${who && ` by ${who}`}${without}`;
}

/** Returns the versions in the web app's folder; none of a remote on another origin. */
export async function builtVersions(dist: string, name: string): Promise<string[]> {
  if (!existsSync(`${dist}/remotes/${name}`)) return [];
  const entries = await readdir(`${dist}/remotes/${name}`);
  // Such as `1.0.0-1a2b3c4d`.
  return entries.filter((entry) => /^\d+\.\d+\.\d+-[0-9a-f]+$/.test(entry));
}
