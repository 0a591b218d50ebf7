import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import type { Registry } from '@shared/contract';
import { changeRegistry } from './change-registry.ts';
import { currentUser } from './current-user.ts';
import { endedVersions } from './ended-versions.ts';
import { createToolsFolder, toolsFolder } from './history.ts';
import { readRegistry, writeRegistry } from './registry.ts';
import { namedWithdrawn } from './withdrawn.ts';

/**
 * Writes the first registry of a built site. Its serial is higher than that of any site built
 * before, even if that was built elsewhere: shells that check signatures refuse a lower one.
 * @param replaced folder of the site that it replaces; its history and its withdrawals are kept
 * @returns the versions and remotes that it drops, as lines to print
 */
export async function startRegistry(
  site: string,
  { remotes }: Pick<Registry, 'remotes'>,
  replaced: string,
): Promise<string[]> {
  // Before `cp`, which would create the folder with another mode.
  await createToolsFolder(site);
  const history = `${toolsFolder(replaced)}/history.jsonl`;
  if (existsSync(history)) await cp(history, `${toolsFolder(site)}/history.jsonl`);
  const seconds = Math.floor(Date.now() / 1000);
  const last = existsSync(`${replaced}/remotes.json`) ? await readRegistry(replaced) : { remotes: [] };
  await writeRegistry(site, { serial: Math.max(seconds, last.serial ?? 0), remotes: [] });
  const withdrawn = namedWithdrawn({ remotes, withdrawn: last.withdrawn });
  const first = { remotes, ...(withdrawn.length > 0 && { withdrawn }) };
  await changeRegistry(site, () => first, { who: currentUser(), what: 'build of the whole site' });
  return endedVersions(last.remotes, remotes);
}
