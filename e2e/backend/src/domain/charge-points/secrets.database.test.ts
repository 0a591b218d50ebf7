/** Secrets of charge points, with a real OCPP client and the command in its own process. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WebSocket } from 'ws';
import type { DatabaseOptions } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { addChargePoint, insertNetwork, type Network, openNetwork } from '../charging/network.testing.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { handshakeStatus } from './raw-charge-point.testing.ts';
import { changeSecret, isSecret } from './secrets.ts';

const COMMAND = join(import.meta.dirname, '../../commands/charge-point-command.ts');

async function runCommand(args: string[], { databaseUrl, dataDir }: DatabaseOptions) {
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir ?? '/nowhere' };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...args], { env });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out: out.trim(), error: error.trim(), ok: child.exitCode === 0 };
}

const clock = createCheckedClock();
let network: Network;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false, clock });
});
afterAll(() => network.backend.close());

test('admits a charge point with the printed secret, and not with an older one', async () => {
  await addChargePoint(network, 'CP-LIFE', '20001');
  const login = (secret?: string) => handshakeStatus(network.backend.url, 'CP-LIFE', secret);
  expect(await login()).toBe(401);
  const first = (await changeSecret(network.backend.context, 'create', 'CP-LIFE')) ?? '';
  expect(first).toMatch(/^[0-9a-f]{40}$/);
  expect(await login(first)).toBe(101);
  const second = (await changeSecret(network.backend.context, 'rotate', 'CP-LIFE')) ?? '';
  expect(await login(first)).toBe(401);
  expect(await login(second)).toBe(101);
  expect(await changeSecret(network.backend.context, 'revoke', 'CP-LIFE')).toBeUndefined();
  expect(await login(second)).toBe(401);
  await expect(changeSecret(network.backend.context, 'rotate', 'CP-LIFE')).rejects.toThrow('no secret');
  await changeSecret(network.backend.context, 'create', 'CP-LIFE');
  await expect(changeSecret(network.backend.context, 'create', 'CP-LIFE')).rejects.toThrow('rotate CP-LIFE');
  await expect(changeSecret(network.backend.context, 'create', 'CP-NONE')).rejects.toThrow(
    "no charge point 'CP-NONE'",
  );
});

test('stores only the hash of a secret', async () => {
  const { db } = network.backend.context;
  await addChargePoint(network, 'CP-HASH', '20002');
  const secret = (await changeSecret(network.backend.context, 'create', 'CP-HASH')) ?? '';
  const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, 'CP-HASH'));
  expect(row?.secretHash).toBe(hashOf(secret));
  expect(JSON.stringify(row)).not.toContain(secret);
});

test('accepts a secret as hex text or as decoded bytes, and refuses any other', () => {
  const secret = '00ff'.repeat(10);
  const hash = hashOf(secret);
  expect(isSecret(Buffer.from(secret), hash)).toBe(true);
  expect(isSecret(Buffer.from(secret, 'hex'), hash)).toBe(true);
  for (const wrong of ['', 'x', secret.slice(1), `${secret}0`])
    expect(isSecret(Buffer.from(wrong), hash)).toBe(false);
  expect(isSecret(undefined, hash)).toBe(false);
  expect(isSecret(undefined, hashOf(''))).toBe(false);
  const long = 'x'.repeat(1000);
  expect(isSecret(Buffer.from(long), hashOf(long))).toBe(false);
  expect(isSecret(Buffer.from(secret), 'not a hash')).toBe(false);
});

test.each(['rotate', 'revoke'] as const)('ends an open connection after %s', async (action) => {
  const { db } = network.backend.context;
  const id = `CP-${action}`;
  await addChargePoint(network, id, action === 'rotate' ? '20003' : '20004');
  const secret = await changeSecret(network.backend.context, 'create', id);
  const socket = new WebSocket(`${network.backend.url.replace('http', 'ws')}/ocpp/${id}`, ['ocpp1.6'], {
    auth: `${id}:${secret}`,
  });
  await once(socket, 'open');
  await changeSecret(network.backend.context, action, id);
  clock.runChecks();
  const [code] = await once(socket, 'close');
  expect(code).toBe(1008);
  await until('offline', async () => {
    const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
    return row?.online === false;
  });
});

test('the command changes secrets and profiles, and refuses a database that a server has open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  // Only the embedded database is limited to one process.
  const databaseUrl = network.backend.context.options.databaseUrl;
  const databaseOptions = databaseUrl ? { databaseUrl } : { dataDir: join(folder, 'database') };
  const own = databaseUrl
    ? network
    : await insertNetwork(await startTestBackend({ ...databaseOptions, sandbox: false }));
  await addChargePoint(own, 'CP-COMMAND', '20005');
  if (!databaseUrl) {
    const refused = await runCommand(['secret', 'create', 'CP-COMMAND'], databaseOptions);
    expect(refused).toMatchObject({ ok: false, out: '' });
    expect(refused.error).toContain('is open in process');
    await own.backend.close();
  }
  const created = await runCommand(['secret', 'create', 'CP-COMMAND'], databaseOptions);
  expect(created).toMatchObject({ ok: true, out: expect.stringMatching(/^[0-9a-f]{40}$/) });
  const rotated = await runCommand(['secret', 'rotate', 'CP-COMMAND'], databaseOptions);
  expect(rotated.out).not.toBe(created.out);
  const profile = await runCommand(['profile', 'NEIGHBOUR', '2'], databaseOptions);
  expect(profile).toMatchObject({ ok: true, out: expect.stringContaining('security profile 2') });
  const reopened = databaseUrl
    ? network.backend
    : await startTestBackend({ ...databaseOptions, sandbox: false });
  expect(await handshakeStatus(reopened.url, 'CP-COMMAND', created.out)).toBe(401);
  expect(await handshakeStatus(reopened.url, 'CP-COMMAND', rotated.out)).toBe(101);
  const [neighbour] = await reopened.context.db
    .select()
    .from(chargePoints)
    .where(eq(chargePoints.id, 'NEIGHBOUR'));
  expect(neighbour?.securityProfile).toBe(2);
  if (!databaseUrl) await reopened.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the command prints its help for wrong arguments', async () => {
  const { ok, error } = await runCommand(['profile', 'CP-1', '4'], {});
  expect({ ok, error }).toEqual({
    ok: false,
    error: expect.stringContaining('pnpm charge-point profile <id> 1|2|3'),
  });
});

test('the command fails if there is no database', async () => {
  const { ok, error } = await runCommand(['secret', 'create', 'X'], {});
  expect({ ok, error }).toEqual({ ok: false, error: 'There is no database in /nowhere.' });
});
