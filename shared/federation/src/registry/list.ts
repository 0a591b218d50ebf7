/** `pnpm remote list`. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { RegistryEntry, Withdrawn } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { describeShare, versionsOf } from '@shared/registry/changes';
import { effectiveChanges, type HistoryLine, readHistory } from '@shared/registry/history';
import { describeWithdrawn } from './change-registry.ts';

/**
 * Returns, for each remote, its versions, why some were withdrawn, and its last change.
 * @param served versions that the web app's server has withdrawn
 */
export async function list(dist: string, served: readonly Withdrawn[] = []): Promise<string[]> {
  const { serial = 0, remotes, withdrawn = [] } = await readRegistry(dist);
  const changes = effectiveChanges(await readHistory(dist), serial);
  return remotes.flatMap((entry) => {
    const versions = versionFolders(dist, entry.name).map((folder) => basename(folder));
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

/**
 * Returns the folders of the versions in a web app, `remotes/{name}/{version}`; none of a remote on another
 * origin.
 * @param name of a remote; by default, of all
 */
export function versionFolders(dist: string, name = '*'): string[] {
  const paths = globSync(`remotes/${name}/*`, { cwd: dist }).map((entry) => entry.replaceAll('\\', '/'));
  // Such as `1.0.0-1a2b3c4d`.
  return paths.filter((path) => /\/\d+\.\d+\.\d+-[0-9a-f]+$/.test(path)).sort();
}
