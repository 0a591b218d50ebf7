/** Changes of the registry by commands and builds, which sign it if `REMOTES_PRIVATE_KEY` is set. */
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import type { Registry, Withdrawn } from '@shared/registry';
import * as unsigned from '@shared/registry/change-registry';
import type { Note } from '@shared/registry/history';
import { isSignedBy, privateKeyFrom, signText } from './signing.ts';

/** Returns the name of git's user, else of the system's, for the history of the registry. */
export function currentUser(): string {
  const { status, stdout } = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' });
  return (status === 0 && stdout.trim()) || userInfo().username;
}

function sign(text: string): string {
  const key = privateKeyFrom(process.env);
  return key ? `${JSON.stringify(signText(text, key))}\n` : text;
}

/** Replaces the file, and signs it if `REMOTES_PRIVATE_KEY` is set. */
export const writeRegistry = (dist: string, registry: Registry): Promise<void> =>
  unsigned.writeRegistry(dist, registry, sign);

interface Options {
  /** Replaces the signature of another key instead of throwing. */
  replaceSignature?: boolean;
}

/**
 * Changes the registry, one change at a time, and signs it if `REMOTES_PRIVATE_KEY` is set.
 * @returns the new registry
 * @throws if the registry isn't signable, or the change gives a path or a slot a second owner
 */
export function changeRegistry(
  dist: string,
  change: (registry: Registry) => Registry | Promise<Registry>,
  note: Note,
  { replaceSignature = false }: Options = {},
): Promise<Registry> {
  const checked = async (registry: Registry) => {
    if (!replaceSignature) await assertSignable(dist);
    return change(registry);
  };
  return unsigned.changeRegistry(dist, checked, note, { sign });
}

/**
 * Refuses to change a signed registry without the key that signed it: shells would refuse the
 * result, or trust a change that was made without the key.
 * @throws if the key is missing, or the signature isn't this key's
 */
export async function assertSignable(dist: string): Promise<void> {
  const signed = await unsigned.readSigned(dist);
  if (!signed) return;
  const key = privateKeyFrom(process.env);
  if (!key) throw new Error('the registry is signed: set REMOTES_PRIVATE_KEY or REMOTES_PRIVATE_KEY_FILE');
  if (!isSignedBy(signed, key))
    throw new Error(
      'the registry was altered or signed with another key: check it, then run `pnpm remote sign`',
    );
}

export const describeWithdrawn = ({ version, reason, at }: Withdrawn): string =>
  `${version} withdrawn ${at.slice(0, 16).replace('T', ' ')}: ${reason}`;
