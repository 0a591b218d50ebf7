/**
 * Ed25519 signatures of the registry. The shell verifies them in
 * `shell/src/remotes/registry/accept-registry.ts`.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SignedRegistry } from '@shared/registry';

type Environment = Record<string, string | undefined>;

/** Length of a public key, in bytes (RFC 8032 §5.1.5). */
const KEY_BYTES = 32;

/** Returns a new key pair: the public key's 32 bytes in base64, the private key as PKCS #8 PEM. */
export function createKeys(): { publicKey: string; privateKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKeyOf(privateKey),
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

/**
 * Returns the key of `REMOTES_PRIVATE_KEY` (PEM, or base64 of PKCS #8) or of the file
 * `REMOTES_PRIVATE_KEY_FILE`; undefined if neither is set.
 * @throws if it isn't an Ed25519 key
 */
export function privateKeyFrom(env: Environment): KeyObject | undefined {
  const { REMOTES_PRIVATE_KEY: given, REMOTES_PRIVATE_KEY_FILE: file } = env;
  const text = given || (file ? readFileSync(file, 'utf8') : '');
  if (!text) return undefined;
  const key = text.includes('-----BEGIN')
    ? createPrivateKey(text)
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the private key is not an Ed25519 key');
  return key;
}

/**
 * Returns the keys of `REMOTES_PUBLIC_KEY`, which a shell accepts: more than one, separated by
 * commas, while a key is replaced.
 * @throws if one is malformed
 */
export function publicKeysFrom({ REMOTES_PUBLIC_KEY = '' }: Environment): string[] {
  const keys = REMOTES_PUBLIC_KEY.split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  for (const key of keys)
    if (
      Buffer.from(key, 'base64').length !== KEY_BYTES ||
      Buffer.from(key, 'base64').toString('base64') !== key
    )
      throw new Error(`REMOTES_PUBLIC_KEY: '${key}' is not an Ed25519 key of 32 bytes in base64`);
  return keys;
}

/**
 * Checks the key variables of a build.
 * @throws if the built shell would reject the built registry
 */
export function assertKeyPair(env: Environment): void {
  const accepted = publicKeysFrom(env);
  if (accepted.length === 0) return;
  const key = privateKeyFrom(env);
  if (!key) throw new Error('a build with REMOTES_PUBLIC_KEY needs REMOTES_PRIVATE_KEY to sign the registry');
  if (!accepted.includes(publicKeyOf(key)))
    throw new Error('REMOTES_PUBLIC_KEY does not have the public key of REMOTES_PRIVATE_KEY');
}

/** Returns the public key that belongs to a private one. */
export const publicKeyOf = (key: KeyObject): string =>
  Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');

export const signText = (text: string, key: KeyObject): SignedRegistry => ({
  signed: text,
  signature: sign(null, Buffer.from(text), key).toString('base64'),
});

export const isSignedBy = ({ signed, signature }: SignedRegistry, key: KeyObject): boolean =>
  verify(null, Buffer.from(signed), createPublicKey(key), Buffer.from(signature, 'base64'));
