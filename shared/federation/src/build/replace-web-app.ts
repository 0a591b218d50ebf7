/** Replaces a web app with a new build. A crash leaves the old or the new one. */
import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import type { Registry, RegistryEntry } from '@shared/registry';
import { readRegistry, withRegistryLock } from '@shared/registry/change-registry';
import { namedWithdrawn } from '@shared/registry/changes';
import { createToolsFolder, toolsFolder } from '@shared/registry/history';
import type { AssertHeld } from '@shared/registry/lock';
import { keepOutsideRemotes } from '../api/check-shell.ts';
import { changeRegistry, currentUser, writeRegistry } from '../registry/change-registry.ts';
import { endedVersions } from '../registry/describe-change.ts';
import { keepReplacedFiles } from './kept-files.ts';
import { isSame } from './put-in-place.ts';

interface Folders {
  /** The web app, if there is one. */
  dist: string;
  /** Holds the replaced web app until the new one is complete; on the same volume as `dist`. */
  replaced: string;
}

/** Restores the old web app if the process that replaced it died before the new one was in place. */
export async function restoreWebApp({ dist, replaced }: Folders): Promise<void> {
  if (existsSync(replaced) && !existsSync(dist)) await rename(replaced, dist);
  await rm(replaced, { recursive: true, force: true });
}

/**
 * Moves the folder `built` to `dist`, with a registry of the built remotes and of the others that were
 * published to the replaced web app so far. Leaves out a remote if all its paths and slots belong
 * to built ones. Keeps files that open tabs may still request.
 * @returns the versions that the new registry drops and the remotes that it keeps, as lines to print
 */
export async function replaceWebApp(
  built: string,
  remotes: RegistryEntry[],
  { dist, replaced }: Folders,
): Promise<string[]> {
  const replace = async (assertHeld: AssertHeld) => {
    const outside = await keepOutsideRemotes(dist, built, remotes);
    const lines = await keepConfig(dist, built);
    const ended = await startRegistry(built, { remotes: [...remotes, ...outside] }, dist);
    await assertHeld();
    if (existsSync(dist)) await rename(dist, replaced);
    await rename(built, dist);
    const kept = outside.map(
      ({ name, live }) =>
        `kept ${name} ${live.version}, which this workspace doesn't have. To take it off: pnpm remote remove ${name}`,
    );
    return [...ended, ...kept, ...lines];
  };
  const hasWebApp = existsSync(`${dist}/remotes.json`);
  // Before the lock is taken: there may be many files, and none of them changes.
  if (hasWebApp) await keepReplacedFiles(dist, built);
  const ended = await (hasWebApp ? withRegistryLock(dist, replace) : replace(async () => undefined));
  await rm(replaced, { recursive: true, force: true });
  return ended;
}

/** Keeps a `config.json` that was edited, and returns that as a line to print. */
async function keepConfig(dist: string, built: string): Promise<string[]> {
  const [edited, fresh] = [`${dist}/config.json`, `${built}/config.json`];
  if (!existsSync(edited) || (await isSame(edited, fresh))) return [];
  await cp(edited, fresh);
  return [`kept ${edited}, which differs from a new one. For a new one, delete it before the build`];
}

/**
 * Writes the first registry of a built web app. Its serial is higher than that of any web app built
 * before, even if that was built elsewhere: shells that check signatures refuse a lower one.
 * @param replaced folder of the web app that it replaces; its history and its withdrawals are kept
 * @returns the versions and remotes that it drops, as lines to print
 */
export async function startRegistry(
  webApp: string,
  { remotes }: Pick<Registry, 'remotes'>,
  replaced: string,
): Promise<string[]> {
  // Before `cp`, which would create the folder with another mode.
  await createToolsFolder(webApp);
  const history = `${toolsFolder(replaced)}/history.jsonl`;
  if (existsSync(history)) await cp(history, `${toolsFolder(webApp)}/history.jsonl`);
  const seconds = Math.floor(Date.now() / 1000);
  const last = existsSync(`${replaced}/remotes.json`) ? await readRegistry(replaced) : { remotes: [] };
  await writeRegistry(webApp, { serial: Math.max(seconds, last.serial ?? 0), remotes: [] });
  const withdrawn = namedWithdrawn({ remotes, withdrawn: last.withdrawn });
  const first = { remotes, ...(withdrawn.length > 0 && { withdrawn }) };
  await changeRegistry(webApp, () => first, { who: currentUser(), what: 'build of the whole web app' });
  return endedVersions(last.remotes, remotes);
}
