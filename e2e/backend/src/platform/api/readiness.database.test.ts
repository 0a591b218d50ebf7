import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import Fastify from 'fastify';
import type { Backend } from '../../app.ts';
import { connectRaw } from '../../domain/charge-points/raw-charge-point.testing.ts';
import { openNetwork } from '../../domain/charging/network.testing.ts';
import { startTestBackend } from '../../testing/test-backend.ts';
import { systemClock } from '../clock.ts';
import { sql } from '../database/orm.ts';
import { registerReadiness } from './readiness.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

async function fetchReadiness({ url }: Backend) {
  const response = await fetch(`${url}/readyz`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: await response.json() };
}

test('reports its health', async () => {
  expect(await (await fetch(`${backend.url}/healthz`)).json()).toEqual({ status: 'ok' });
});

test('is ready while the database responds and has all migrations', async () => {
  // A slow database counts as unavailable.
  await expect.poll(() => fetchReadiness(backend)).toEqual({ status: 200, body: { status: 'ready' } });
});

test('reports that migrations of this release are missing', async () => {
  const { db } = backend.context;
  const table = sql.raw('drizzle.__drizzle_migrations');
  await db.execute(sql`update ${table} set created_at = created_at - 1e13`);
  const missing = {
    status: 503,
    body: { status: 'not ready', reasons: { database: 'Migrations of this release are missing.' } },
  };
  // Results are reused for a second.
  await expect.poll(() => fetchReadiness(backend)).toEqual(missing);
  await db.execute(sql`update ${table} set created_at = created_at + 1e13`);
  await expect.poll(() => fetchReadiness(backend)).toMatchObject({ status: 200 });
});

test('reports a database that cannot be read, without the error', async () => {
  const broken = await startTestBackend();
  await broken.context.db.execute(sql`drop schema drizzle cascade`);
  await expect
    .poll(() => fetchReadiness(broken))
    .toEqual({
      status: 503,
      body: { status: 'not ready', reasons: { database: 'The check failed.' } },
    });
  await broken.close();
});

test('reports a check that does not respond within 2 s, and no others', async () => {
  const app = Fastify();
  const checks = {
    slow: { required: true, problem: () => new Promise<undefined>(() => undefined) },
    good: { required: true, problem: async () => undefined },
  };
  registerReadiness(app, systemClock, checks, new AbortController().signal);
  const response = await app.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    status: 'not ready',
    reasons: { slow: 'No response within 2 s.' },
  });
});

test('is ready but degraded while an optional check fails', async () => {
  const app = Fastify();
  let problem: string | undefined = 'It is down.';
  const checks = {
    mandatory: { required: true, problem: async () => undefined },
    optional: { required: false, problem: async () => problem },
  };
  registerReadiness(app, systemClock, checks, new AbortController().signal);
  const response = await app.inject('/readyz');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'degraded', reasons: { optional: 'It is down.' } });
  problem = undefined;
  // Results are reused for a second.
  await expect.poll(async () => (await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
});

test('is not ready as soon as the server begins to shut down', async () => {
  const stopping = (await openNetwork()).backend;
  const { db } = stopping.context;
  const { socket } = await connectRaw(stopping.url, 'NEIGHBOUR');
  let release = () => {};
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const lock = db.transaction(async (tx) => {
    await tx.execute(sql`lock table charge_points in access exclusive mode`);
    locked();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await isLocked;
  const boot = { chargePointVendor: 'V', chargePointModel: 'M' };
  socket.send(JSON.stringify([2, '1', 'BootNotification', boot]));
  // The server has received the message once it replies to the ping. Its shutdown waits for it.
  socket.ping();
  await once(socket, 'pong');
  const closed = stopping.close();
  // The server accepts no new connections, so only requests on open ones get this response.
  const response = await stopping.app.inject('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    status: 'not ready',
    reasons: { shutdown: 'The server is shutting down.' },
  });
  await expect(fetchReadiness(stopping)).rejects.toThrow();
  release();
  await lock;
  await closed;
});
