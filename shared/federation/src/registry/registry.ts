/** `remotes.json` on disk. Only `changeRegistry` and a build of the whole web app write it. */
import { Registry, type RegistryEntry, SignedRegistry, type Withdrawn } from '@shared/registry';
import { readRegistryFile } from '@shared/registry/screen-table';
import { replaceFile } from '../files/replace-file.ts';
import { isSignedBy, privateKeyFrom, signText } from './signing.ts';

/** @throws if `dist` has no web app, or if its registry is damaged or of another version */
export async function readRegistry(dist: string): Promise<Registry> {
  const { data, error } = Registry.safeParse(await readFileOf(dist));
  if (data) return data;
  throw new Error(
    `${dist}/remotes.json is damaged or of another version: delete the folder, run \`pnpm build\`, and publish remotes of other repositories again`,
    { cause: error },
  );
}

async function readFileOf(dist: string): Promise<unknown> {
  const file = await readRegistryFile(dist);
  if (file === undefined) throw new Error(`there is no web app in ${dist}: run \`pnpm build\` first`);
  return file;
}

/** Replaces the file, and signs it if `REMOTES_PRIVATE_KEY` is set. */
export async function writeRegistry(dist: string, registry: Registry): Promise<void> {
  const text = `${JSON.stringify(Registry.parse(registry), null, 2)}\n`;
  const key = privateKeyFrom(process.env);
  const file = key ? `${JSON.stringify(signText(text, key))}\n` : text;
  await replaceFile(`${dist}/remotes.json`, file);
}

/**
 * Refuses to change a signed registry without the key that signed it: shells would refuse the
 * result, or trust a change that was made without the key.
 * @throws if the key is missing, or the signature isn't this key's
 */
export async function assertSignable(dist: string): Promise<void> {
  const signed = SignedRegistry.safeParse(await readFileOf(dist)).data;
  if (!signed) return;
  const key = privateKeyFrom(process.env);
  if (!key) throw new Error('the registry is signed: set REMOTES_PRIVATE_KEY or REMOTES_PRIVATE_KEY_FILE');
  if (!isSignedBy(signed, key))
    throw new Error(
      'the registry was altered or signed with another key: check it, then run `pnpm remote sign`',
    );
}

/** Returns a remote's entry, if the registry has one. */
export const entryOf = ({ remotes }: Registry, name: string): RegistryEntry | undefined =>
  remotes.find((remote) => remote.name === name);

/** Returns the registry with one remote's entry replaced or added. */
export function withEntry(registry: Registry, entry: RegistryEntry): Registry {
  const others = registry.remotes.filter(({ name }) => name !== entry.name);
  return { ...registry, remotes: [...others, entry].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** Returns the withdrawn versions that the registry still names. */
export const namedWithdrawn = ({ remotes, withdrawn = [] }: Registry): Withdrawn[] =>
  withdrawn.filter(({ name, version }) =>
    remotes.some(
      ({ name: remote, live, previous, candidate }) =>
        remote === name && [live, previous, candidate?.release].some((one) => one?.version === version),
    ),
  );

export const describeWithdrawn = ({ version, reason, at }: Withdrawn): string =>
  `${version} withdrawn ${at.slice(0, 16).replace('T', ' ')}: ${reason}`;
