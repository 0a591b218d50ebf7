/** Signed registries (Ed25519). Only builds with public keys contain this file. */
import { RegistryList, SignedRegistry } from '@shared/registry';
import { readStoredRegistry, storeRegistry } from './stored-registry.ts';

interface Accepted {
  file: SignedRegistry;
  list: RegistryList;
  serial: number;
  /** False in a browser without Ed25519. */
  isVerified: boolean;
}

/** The last registry of this page that the browser couldn't verify. It isn't stored. */
let unverified: SignedRegistry | undefined;

/**
 * Returns the registry of `served` if it is signed with one of `keys` and not older than the last
 * accepted one. Otherwise reports why, and returns the last accepted one.
 * @param keys public keys, each as base64 of its 32 bytes
 * @throws if it is refused and none was accepted before
 */
export async function acceptRegistry(
  served: Promise<unknown>,
  keys: readonly string[],
  report: (error: unknown) => void,
): Promise<RegistryList> {
  try {
    return await acceptNewer(await served, keys);
  } catch (error) {
    const last = await lastAccepted(keys);
    if (!last) throw error;
    report(error);
    return last.list;
  }
}

async function acceptNewer(file: unknown, keys: readonly string[]): Promise<RegistryList> {
  const [next, last] = await Promise.all([verify(file, keys), lastAccepted(keys)]);
  if (last && next.serial < last.serial)
    throw new Error(`the registry has serial ${next.serial}, older than ${last.serial}`);
  if (!next.isVerified) unverified = next.file;
  // The whole file, because the list of withdrawn versions changes without the signature.
  else if (JSON.stringify(next.file) !== JSON.stringify(last?.file)) storeRegistry(next.file);
  return next.list;
}

/** Verifies the signature again, so that the storage needn't be trusted. */
const lastAccepted = (keys: readonly string[]): Promise<Accepted | undefined> =>
  verify(readStoredRegistry() ?? unverified, keys).catch(() => undefined);

/** @throws if the file isn't signed with one of the keys, or its registry has no serial */
async function verify(file: unknown, keys: readonly string[]): Promise<Accepted> {
  const { data } = SignedRegistry.safeParse(file);
  if (!data) throw new Error('the registry is not signed');
  const results = await Promise.all(keys.map((key) => verifySignature(data, key)));
  const isVerified = results.includes(true);
  if (!isVerified && !results.includes(undefined)) throw new Error('the registry has no valid signature');
  const list = RegistryList.parse(data);
  if (list.serial === undefined) throw new Error('the registry has no serial');
  return { file: data, list, serial: list.serial, isVerified };
}

/**
 * Returns undefined in a browser without Ed25519 (Chrome before 137, Firefox before 129, Safari
 * before 17): it runs the web app with TLS alone, as without a key, rather than not at all.
 */
async function verifySignature(
  { signed, signature }: SignedRegistry,
  key: string,
): Promise<boolean | undefined> {
  const publicKey = await importKey(bytesOf(key));
  return (
    publicKey &&
    crypto.subtle.verify('Ed25519', publicKey, bytesOf(signature), new TextEncoder().encode(signed))
  );
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  // Without TLS there is no WebCrypto, and no protection either.
  if (!crypto.subtle) return undefined;
  try {
    return await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

/** @throws if the text isn't base64 */
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
