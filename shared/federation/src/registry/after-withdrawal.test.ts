/** Publishing after a version was withdrawn, on built versions without a bundler. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import type { Withdrawn } from '@shared/registry';
import { readRegistry } from '@shared/registry/change-registry';
import { addVersion, fakeWebApp } from '../publish/fake-version.testing.ts';
import { makeCandidate, makeLive, promote, rollback } from '../publish/switch-version.ts';
import { changeRegistry } from './change-registry.ts';
import { undo } from './describe-change.ts';
import { reinstate } from './withdraw.ts';

const [GOOD, BROKEN, FIX] = ['1.0.0-aa', '2.0.0-bb', '3.0.0-cc'];
const who = 'ana';
const withdrawn: Withdrawn[] = [
  { name: 'one', version: BROKEN, reason: '50.0 % of its screens failed', at: '2026-03-02T15:00:00.000Z' },
];

let work: string;
let dist: string;
beforeEach(async () => {
  work = await mkdtemp(`${tmpdir()}/withdrawal-`);
  dist = `${work}/dist`;
  await fakeWebApp(dist);
  for (const version of [GOOD, BROKEN])
    await makeLive('one', await addVersion(dist, 'one', version), dist, { who });
});
afterEach(() => rm(work, { recursive: true }));

/** As `remote watch` does. */
const withdraw = () =>
  changeRegistry(dist, (registry) => ({ ...registry, withdrawn }), { who, what: 'withdraw' });
const entryNow = async () => (await readRegistry(dist)).remotes[0];

test.each([
  ['in the registry', async () => ({ who, registry: await withdraw() })],
  ["by the web app's server", async () => ({ who, served: withdrawn })],
])('a version withdrawn %s does not become the previous version of its fix', async (_, options) => {
  const given = await options();
  const before = await entryNow();
  const entry = await makeLive('one', await addVersion(dist, 'one', FIX), dist, given);
  expect([entry.live.version, entry.previous?.version]).toEqual([FIX, GOOD]);
  expect(undo(before, entry)).toEqual(['pnpm remote rollback one']);
  expect((await rollback('one', dist, undefined, { who })).live.version).toBe(GOOD);
});

test('promoting a candidate over a withdrawn version keeps the last good version as the previous one', async () => {
  await withdraw();
  await makeCandidate('one', await addVersion(dist, 'one', FIX), { traffic: 5 }, dist, { who });
  const entry = await promote('one', dist, { who });
  expect([entry.live.version, entry.previous?.version]).toEqual([FIX, GOOD]);
});

test('refuses to activate a withdrawn version, with the reason and the command that reinstates it', async () => {
  await withdraw();
  const broken = (await entryNow())?.live;
  if (!broken) throw new Error('no entry');
  const reason =
    /^one 2\.0\.0-bb withdrawn 2026-03-02 15:00: 50\.0 % .*\n.* `pnpm remote reinstate one 2\.0\.0-bb`/;
  await expect(makeLive('one', broken, dist, { who })).rejects.toThrow(reason);
  await makeLive('one', await addVersion(dist, 'one', FIX), dist, { who });
  const before = await entryNow();
  await expect(promote('one', dist, { version: BROKEN, who })).rejects.toThrow(reason);
  await expect(promote('one', dist, { version: BROKEN, share: { traffic: 5 }, who })).rejects.toThrow(reason);
  await expect(rollback('one', dist, BROKEN, { who })).rejects.toThrow(reason);
  expect(await entryNow()).toEqual(before);
});

test('a reinstated version can be promoted again', async () => {
  await withdraw();
  await expect(reinstate('one', FIX, dist, who)).rejects.toThrow(`has not withdrawn one ${FIX}`);
  await reinstate('one', BROKEN, dist, who);
  expect((await readRegistry(dist)).withdrawn).toEqual([]);
  expect((await promote('one', dist, { version: BROKEN, who })).previous?.version).toBe(GOOD);
});
