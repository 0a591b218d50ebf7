/** Changes `remotes.json` of a web app. Only this and a build of the whole web app write it. */
import { entryForFile, Registry, SignedRegistry } from '../registry.ts';
import { readRegistryFile } from '../screen-table.ts';
import { assertNoNewCollisions, withoutTakenPrevious } from './collisions.ts';
import { appendHistory, createToolsFolder, type Note, toolsFolder } from './history.ts';
import { withLock } from './lock.ts';
import { replaceFile } from './replace-file.ts';

/** @throws if `dist` has no web app, or if its registry is damaged or of another version */
export async function readRegistry(dist: string): Promise<Registry> {
  const { data, error } = Registry.safeParse(await readFileOf(dist));
  if (data) return data;
  throw new Error(
    `${dist}/remotes.json is damaged or of another version: delete the folder, run \`pnpm build\`, and publish remotes of other repositories again`,
    { cause: error },
  );
}

/** Returns the signed text of a registry and its signature; undefined if it isn't signed. */
export async function readSigned(dist: string): Promise<SignedRegistry | undefined> {
  return SignedRegistry.safeParse(await readFileOf(dist)).data;
}

async function readFileOf(dist: string): Promise<unknown> {
  const file = await readRegistryFile(dist);
  if (file === undefined)
    throw new Error(
      `there is no web app in ${dist}: run \`pnpm build\` first, or name its folder with --dist`,
    );
  return file;
}

/** Returns the content of the file for a registry's text. */
export type Sign = (text: string) => string;

export async function writeRegistry(dist: string, registry: Registry, sign?: Sign): Promise<void> {
  const { remotes, ...others } = Registry.parse(registry);
  const text = `${JSON.stringify({ ...others, remotes: remotes.map(entryForFile) }, null, 2)}\n`;
  await replaceFile(`${dist}/remotes.json`, sign ? sign(text) : text);
}

interface Options {
  /** Without it, a signed registry can't be changed. */
  sign?: Sign;
  now?: () => Date;
}

/**
 * Changes the registry, one change at a time: `change` receives the current one and returns the new
 * one. Increments the serial. Writes only if `change` succeeds.
 * @returns the new registry
 * @throws if the change gives a path or a slot a second owner, or the registry is signed and `sign` is
 * missing
 */
export function changeRegistry(
  dist: string,
  change: (registry: Registry) => Registry | Promise<Registry>,
  note: Note,
  { sign, now = () => new Date() }: Options = {},
): Promise<Registry> {
  return withRegistryLock(dist, async (assertHeld) => {
    if (!sign && (await readSigned(dist))) throw new Error('the registry is signed');
    const before = await readRegistry(dist);
    const changed = { ...(await change(before)), serial: (before.serial ?? 0) + 1 };
    await assertNoNewCollisions(before, changed, dist);
    const after = await withoutTakenPrevious(changed, dist);
    await assertHeld();
    // Write it before the registry, so that `prune` knows every version that was ever named.
    await appendHistory(dist, before, after, note, now());
    await assertHeld();
    if ((await readRegistry(dist)).serial !== before.serial)
      throw new Error('the registry was changed without the lock: try again');
    await writeRegistry(dist, after, sign);
    return after;
  });
}

/** Runs `task` while no other process can change the registry. */
export async function withRegistryLock<T>(dist: string, task: Parameters<typeof withLock<T>>[1]): Promise<T> {
  // Throws if there is no web app, before the folder is created.
  await readRegistry(dist);
  await createToolsFolder(dist);
  return withLock(`${toolsFolder(dist)}/lock`, task);
}
