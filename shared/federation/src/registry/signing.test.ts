import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { Registry, RegistryList, SignedRegistry } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { startRegistry } from '../build/replace-web-app.ts';
import { fakeWebApp } from '../publish/fake-version.testing.ts';
import { changeRegistry } from './change-registry.ts';
import {
  assertKeyPair,
  createKeys,
  isSignedBy,
  privateKeyFrom,
  publicKeyOf,
  publicKeysFrom,
} from './signing.ts';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(`${tmpdir()}/signing-`);
  await fakeWebApp(dist);
});
afterEach(async () => {
  rs.unstubAllEnvs();
  await rm(dist, { recursive: true });
});

const change = (options = {}) =>
  changeRegistry(dist, (registry) => registry, { who: 'ana', what: 'test' }, options);
const fileOf = async (): Promise<unknown> => JSON.parse(await readFile(`${dist}/remotes.json`, 'utf8'));
const signWith = (privateKey: string) => rs.stubEnv('REMOTES_PRIVATE_KEY', privateKey);

test('without a key the registry is not signed', async () => {
  await change();
  expect(await fileOf()).toEqual({ serial: 2, remotes: [] });
});

test('every change of the registry is signed with the private key', async () => {
  const { privateKey, publicKey } = createKeys();
  signWith(privateKey);
  await change();
  const file = SignedRegistry.parse(await fileOf());
  expect(JSON.parse(file.signed)).toEqual({ serial: 2, remotes: [] });
  expect(isSignedBy(file, createPrivateKey(privateKey))).toBe(true);
  expect(publicKeysFrom({ REMOTES_PUBLIC_KEY: publicKey })).toEqual([publicKey]);
  await change();
  expect((await readRegistry(dist)).serial).toBe(3);
});

test('readers parse a signed registry like an unsigned one', async () => {
  signWith(createKeys().privateKey);
  await change();
  for (const schema of [Registry, RegistryList])
    expect(schema.parse(await fileOf())).toEqual({ serial: 2, remotes: [] });
  expect(RegistryList.safeParse({ signed: '{', signature: '' }).success).toBe(false);
});

test('refuses to change a signed registry without its key, or one that was altered', async () => {
  const { privateKey } = createKeys();
  signWith(privateKey);
  await change();
  rs.stubEnv('REMOTES_PRIVATE_KEY', '');
  await expect(change()).rejects.toThrow('the registry is signed: set REMOTES_PRIVATE_KEY');
  signWith(createKeys().privateKey);
  await expect(change()).rejects.toThrow('altered or signed with another key');
  signWith(privateKey);
  const text = await readFile(`${dist}/remotes.json`, 'utf8');
  await writeFile(`${dist}/remotes.json`, text.replace('\\"serial\\": 2', '\\"serial\\": 9'));
  await expect(change()).rejects.toThrow('altered or signed with another key');
  expect((await change({ replaceSignature: true })).serial).toBe(10);
  await change();
});

test('reads the private key from a file, as PEM or base64', async () => {
  const { privateKey, publicKey } = createKeys();
  const base64 = createPrivateKey(privateKey).export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await writeFile(`${dist}/key.pem`, privateKey);
  for (const env of [{ REMOTES_PRIVATE_KEY: base64 }, { REMOTES_PRIVATE_KEY_FILE: `${dist}/key.pem` }]) {
    const key = privateKeyFrom(env);
    expect(key && publicKeyOf(key)).toBe(publicKey);
  }
  expect(privateKeyFrom({})).toBeUndefined();
});

test('refuses keys of another kind', () => {
  const { privateKey } = generateKeyPairSync('ed448');
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(() => privateKeyFrom({ REMOTES_PRIVATE_KEY: text })).toThrow('not an Ed25519 key');
  for (const key of ['abc', 'A'.repeat(44), text])
    expect(() => publicKeysFrom({ REMOTES_PUBLIC_KEY: key })).toThrow('not an Ed25519 key');
});

test('refuses to build with a public key that does not match the private key', () => {
  const { privateKey, publicKey } = createKeys();
  assertKeyPair({});
  assertKeyPair({ REMOTES_PRIVATE_KEY: privateKey });
  assertKeyPair({
    REMOTES_PUBLIC_KEY: `${createKeys().publicKey}, ${publicKey}`,
    REMOTES_PRIVATE_KEY: privateKey,
  });
  const pair = (key: string) => () =>
    assertKeyPair({ REMOTES_PUBLIC_KEY: key, REMOTES_PRIVATE_KEY: privateKey });
  expect(pair(createKeys().publicKey)).toThrow('does not have the public key');
  expect(() => assertKeyPair({ REMOTES_PUBLIC_KEY: publicKey })).toThrow('needs REMOTES_PRIVATE_KEY');
});

test('a built web app has a higher serial than the web app that it replaces, and continues its history', async () => {
  const built = `${dist}/built`;
  const begun = Math.floor(Date.now() / 1000);
  await change();
  await fakeWebApp(built);
  await startRegistry(built, { remotes: [] }, dist);
  const { serial = 0 } = await readRegistry(built);
  expect(serial).toBeGreaterThanOrEqual(begun);
  const again = `${dist}/again`;
  await fakeWebApp(again);
  await startRegistry(again, { remotes: [] }, built);
  expect((await readRegistry(again)).serial).toBeGreaterThan(serial);
});
