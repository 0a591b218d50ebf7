/** Builds a remote, and adds its files and its entry in the registry to a web app. */
import type { RegistryEntry, RemoteVersion } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { entryOf, type Share, withEntry } from '@shared/registry/changes';
import { assertNoNewCollisions } from '@shared/registry/collisions';
import { assertRunsInShell, type Needs } from '../api/needs.ts';
import { buildVersion } from '../build/build-remote.ts';
import { checkVersion } from '../build/check-version.ts';
import { assertSignable } from '../registry/change-registry.ts';
import { assertBackendHasCalls } from './backend-calls.ts';
import { assertNoBrandOfWebApp, servedWithdrawn } from './served-web-app.ts';
import { type Author, assertSameTeam, makeCandidate, makeLive } from './switch-version.ts';

/** Adds a version to a web app's folder, without making it live. */
type AddVersion = (name: string, dist: string) => Promise<{ record: RemoteVersion; needs?: Needs }>;

interface VersionOptions {
  /** Folder of its source, if not `remotes/{name}`. */
  folder?: string | undefined;
  /** Builds it from its source by default. */
  add?: AddVersion;
  /** URL of the running web app, to check its brands and the versions that its server has withdrawn. */
  webApp?: string | undefined;
  /** Whether the remote may belong to another team so far. */
  takeOver?: boolean;
}

interface PublishOptions extends VersionOptions {
  /** The browsers that run it, as the candidate. */
  share?: Share | undefined;
  author?: Author;
}

/**
 * Builds a remote and makes it live. The version that was live becomes the previous one, and a
 * candidate ends. With `share`, lets that share of the browsers run it, in place of an earlier
 * candidate.
 * @throws if another team's remote has the name
 */
export async function publish(
  name: string,
  dist: string,
  { folder, add = build(folder), webApp, share, takeOver = false, author = {} }: PublishOptions = {},
): Promise<RegistryEntry> {
  await assertSignable(dist);
  if (share && !entryOf(await readRegistry(dist), name))
    throw new Error(`no version of '${name}' is live yet: publish it for all browsers first`);
  const { record, needs } = await add(name, dist);
  if (webApp) await assertNoBrandOfWebApp(record, webApp);
  if (webApp && needs && !author.skipped?.includes('calls'))
    await assertBackendHasCalls(name, needs.uses, webApp);
  const served = webApp ? await servedWithdrawn(webApp) : undefined;
  const options = { ...author, needs, served, takeOver };
  return share ? makeCandidate(name, record, share, dist, options) : makeLive(name, record, dist, options);
}

/**
 * Builds a version without making it live, and checks it as if it were published.
 */
export async function preview(
  name: string,
  dist: string,
  { folder, add = build(folder), webApp, takeOver = false }: VersionOptions = {},
): Promise<RemoteVersion> {
  const { record, needs } = await add(name, dist);
  if (webApp) await assertNoBrandOfWebApp(record, webApp);
  await checkVersion(dist, name, record);
  await assertRunsInShell(name, record, dist, needs);
  const registry = await readRegistry(dist);
  if (!takeOver) assertSameTeam(entryOf(registry, name), record);
  const published = withEntry(registry, { name, live: record, previous: undefined });
  await assertNoNewCollisions(registry, published, dist);
  return record;
}

const build =
  (folder?: string): AddVersion =>
  (name, dist) =>
    buildVersion(name, dist, folder);
