/** Builds a remote, and adds its files and its entry in the registry to a web app. */
import type { RegistryEntry } from '@shared/registry';
import { assertRunsInShell } from '../api/needs.ts';
import { buildVersion } from '../build/build-remote.ts';
import { checkVersion } from '../build/check-version.ts';
import { assertNoNewCollisions } from '../registry/collisions.ts';
import { assertSignable, entryOf, readRegistry, withEntry } from '../registry/registry.ts';
import { assertNoBrandOfWebApp, servedWithdrawn } from './served-web-app.ts';
import { type Author, makeCandidate, makeLive } from './switch-version.ts';

interface PublishOptions {
  /** Folder of its source, if not `remotes/{name}`. */
  folder?: string | undefined;
  /** URL of the running web app, to check its brands and the versions that its server has withdrawn. */
  webApp?: string;
  /** Percentage of browsers that run it as the candidate, 1–99. */
  traffic?: number | undefined;
  author?: Author;
}

/**
 * Builds a remote and makes it live. The version that was live becomes the previous one, and a
 * candidate ends. With `traffic`, lets that share of the browsers run it, in place of an earlier
 * candidate.
 */
export async function publish(
  name: string,
  dist: string,
  { folder, webApp, traffic, author = {} }: PublishOptions = {},
): Promise<RegistryEntry> {
  await assertSignable(dist);
  if (traffic !== undefined && !entryOf(await readRegistry(dist), name))
    throw new Error(`no version of '${name}' is live yet: publish it without --traffic first`);
  const { record, needs } = await buildVersion(name, dist, folder);
  if (webApp) await assertNoBrandOfWebApp(record, webApp);
  const served = webApp ? await servedWithdrawn(webApp) : undefined;
  const options = { ...author, needs, served };
  return traffic === undefined
    ? makeLive(name, record, dist, options)
    : makeCandidate(name, record, traffic, dist, options);
}

/**
 * Builds a version without making it live, and checks it as if it were published.
 * @returns the value of `?preview=` for it
 */
export async function preview(name: string, dist: string, folder?: string, webApp?: string): Promise<string> {
  const { record, needs } = await buildVersion(name, dist, folder);
  if (webApp) await assertNoBrandOfWebApp(record, webApp);
  await checkVersion(dist, name, record);
  await assertRunsInShell(name, record, dist, needs);
  const registry = await readRegistry(dist);
  const published = withEntry(registry, { name, live: record, previous: undefined });
  await assertNoNewCollisions(registry, published, dist);
  return `${name}@${record.version}`;
}
