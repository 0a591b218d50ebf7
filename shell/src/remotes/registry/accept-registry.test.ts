import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { acceptRegistry } from './accept-registry.ts';
import { fetchRegistry } from './browser-registry.ts';
import { fakeEntry } from './fake-registry.testing.ts';
import { withPreview } from './with-preview.ts';

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const newPair = async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return { ...pair, text: base64(await crypto.subtle.exportKey('raw', pair.publicKey)) };
};
const buildPair = await newPair();
const otherPair = await newPair();

async function signed(content: object, { privateKey } = buildPair) {
  const text = JSON.stringify(content);
  const signature = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(text));
  return { signed: text, signature: base64(signature) };
}
const registry = (serial: number, version = 'v1') => ({ serial, remotes: [fakeEntry({ version })] });

/** Returns the serial of the registry that a shell with `keys` runs, and what it reports. */
async function accept(file: unknown, keys = [buildPair.text]) {
  const reports: string[] = [];
  const { serial } = await acceptRegistry(Promise.resolve(file), keys, (error) =>
    reports.push(String(error)),
  );
  return { serial, reports };
}

beforeEach(() => {
  rs.stubEnv('REMOTES_PUBLIC_KEY', buildPair.text);
});
afterEach(() => {
  rs.restoreAllMocks();
  rs.unstubAllEnvs();
});

test('runs a registry that is signed with the key of the build', async () => {
  expect(await accept(await signed(registry(7)))).toEqual({ serial: 7, reports: [] });
});

test('accepts any of several keys, so that a key can be replaced', async () => {
  const file = await signed(registry(7), otherPair);
  expect((await accept(file, [buildPair.text, otherPair.text])).serial).toBe(7);
});

const altered = async () => {
  const { signed: text, signature } = await signed(registry(9));
  return { signed: text.replace('"v1"', '"v6"'), signature };
};
test.each([
  ['unsigned', 'not signed', async () => registry(9)],
  ['altered', 'no valid signature', altered],
  ['signed with another key', 'no valid signature', () => signed(registry(9), otherPair)],
  ['signed with a signature that is not base64', '', async () => ({ ...(await altered()), signature: '%' })],
  ['older', 'serial 6, older than 7', () => signed(registry(6))],
  ['without a serial', 'no serial', () => signed({ remotes: [] })],
  ['not JSON', 'not signed', async () => undefined],
])('refuses a registry that is %s, reports it and runs the last good one', async (_, reason, file) => {
  await accept(await signed(registry(7)));
  const { serial, reports } = await accept(await file());
  expect(serial).toBe(7);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain(reason);
});

test('runs no registry when the first one is refused', async () => {
  await expect(accept(registry(7))).rejects.toThrow('not signed');
});

test('ignores a last good registry that was altered in storage', async () => {
  await accept(await signed(registry(7)));
  localStorage.setItem('registry', (localStorage.getItem('registry') ?? '').replace('v1', 'v6'));
  expect(await accept(await signed(registry(3)))).toEqual({ serial: 3, reports: [] });
});

test('runs a newer registry after refusing another one', async () => {
  await accept(await signed(registry(7)));
  await accept(registry(8));
  expect(await accept(await signed(registry(9)))).toEqual({ serial: 9, reports: [] });
});

test('keeps the withdrawn versions of the last good registry, which are not signed', async () => {
  const withdrawn = [{ name: 'wallet', version: 'v1', reason: 'it fails', at: '2026-01-05T13:00:00Z' }];
  const file = await signed(registry(7));
  await accept(file);
  await accept({ ...file, withdrawn });
  const list = await acceptRegistry(Promise.resolve(registry(8)), [buildPair.text], () => {});
  expect(list.withdrawn).toEqual(withdrawn);
});

test('a browser without Ed25519 runs signed registries unverified, but refuses unsigned and older ones', async () => {
  rs.spyOn(crypto.subtle, 'importKey').mockImplementation(async () => {
    throw Object.assign(new Error('Ed25519'), { name: 'NotSupportedError' });
  });
  expect((await accept(await signed(registry(7), otherPair))).serial).toBe(7);
  expect((await accept(registry(9))).reports).toEqual(['Error: the registry is not signed']);
  expect((await accept(await signed(registry(6)))).reports).toHaveLength(1);
});

test('a browser without Ed25519 stores no registry, since it could block later ones forever', async () => {
  rs.spyOn(crypto.subtle, 'importKey').mockImplementation(async () => {
    throw Object.assign(new Error('Ed25519'), { name: 'NotSupportedError' });
  });
  expect((await accept(await signed(registry(1_000_000), otherPair))).serial).toBe(1_000_000);
  expect(localStorage.getItem('registry')).toBeNull();
});

const serve = (file: unknown) =>
  rs.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(file));

test('a shell with a key verifies what it fetches', async () => {
  serve(await signed(registry(7)));
  expect((await fetchRegistry(false, () => {})).serial).toBe(7);
  const report = rs.fn();
  serve(registry(8));
  expect((await fetchRegistry(true, report)).serial).toBe(7);
  expect(report).toHaveBeenCalledWith(expect.any(Error), 'remotes.json');
});

test.each([404, 503])(
  'a shell with a key keeps using the last good registry when the server returns %i',
  async (status) => {
    serve(await signed(registry(7)));
    await fetchRegistry(false, () => {});
    rs.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status }));
    const reports: string[] = [];
    expect((await fetchRegistry(true, (error) => reports.push(String(error)))).serial).toBe(7);
    expect(reports).toEqual([`Error: remotes.json: status ${status}`]);
  },
);

test('a shell without a key runs signed and unsigned registries', async () => {
  rs.stubEnv('REMOTES_PUBLIC_KEY', '');
  serve(await signed(registry(7)));
  expect((await fetchRegistry(false, () => {})).remotes).toHaveLength(1);
  serve(registry(6));
  expect((await fetchRegistry(false, () => {})).serial).toBe(6);
});

test('a shell with a key runs no preview, because it is not signed', async () => {
  const preview = withPreview(
    { remotes: [], refused: [] },
    { name: 'wallet', version: 'v2' },
    { preview: true, remoteOrigins: [] },
  );
  await expect(preview).rejects.toThrow('a preview is not signed');
});
