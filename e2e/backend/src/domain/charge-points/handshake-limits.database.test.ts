/** Limits on failed handshakes of charge points, and what is logged about them. */

import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { chargePoints } from '../../platform/database/schema.ts';
import { WIDE } from '../../platform/limits/limits.ts';
import { captureLog } from '../../testing/capture-log.ts';
import { sendUpgrade } from '../../testing/raw-upgrade.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { type Network, openNetwork } from '../charging/network.testing.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { MAX_PER_ADDRESS_BLOCK, MAX_PER_IDENTITY } from './failed-handshakes.ts';
import { handshakeStatus } from './raw-charge-point.testing.ts';

const SECRET = 'a secret for all of them';
const { logTo, lines } = captureLog();
/** Advanced only by the tests, since the limits are per minute. */
const clock = createTestClock();
let network: Network;
beforeAll(async () => {
  network = await openNetwork({
    sandbox: false,
    trustedProxies: 'loopback',
    checkMs: 1000,
    logLevel: 'warn',
    logTo,
    clock,
  });
  await network.backend.context.db.insert(chargePoints).values(
    Array.from({ length: 300 }, (_, i) => ({
      id: `CP-${i}`,
      code: String(30_000 + i),
      siteId: network.siteId,
      manufacturer: 'Simulado',
      model: 'S1',
      maxPowerKw: 50,
      priceProfileId: network.profileId,
      secretHash: hashOf(SECRET),
    })),
  );
});
afterAll(() => network.backend.close());

const connectFrom = (ip: string, identity: string, secret: string) =>
  handshakeStatus(network.backend.url, identity, secret, { 'x-forwarded-for': ip });

async function failFrom(ip: string, times: number, identity?: string) {
  for (let i = 0; i < times; i++)
    expect(await connectFrom(ip, identity ?? `UNKNOWN-${ip}-${i}`, 'x')).toBe(identity ? 401 : 404);
}

test('responds with 429 to an address block with too many failed handshakes in a minute, and to no other', async () => {
  await failFrom('203.0.113.1', MAX_PER_ADDRESS_BLOCK);
  const refused = await sendUpgrade(network.backend.url, '/ocpp/CP-1', {
    headers: { 'X-Forwarded-For': '203.0.113.1' },
  });
  expect(refused).toMatchObject({ status: 429, closed: true });
  expect(Number(/^retry-after: (\d+)\r$/im.exec(refused.head)?.[1])).toBeGreaterThan(0);
  expect(await connectFrom('203.0.113.1', 'CP-1', SECRET)).toBe(429);
  expect(await connectFrom('203.0.113.2', 'CP-1', SECRET)).toBe(101);
  clock.advance(61_000);
  expect(await connectFrom('203.0.113.1', 'CP-1', SECRET)).toBe(101);
});

test('admits 300 charge points behind one IP address at once, even after others there have failed', async () => {
  await failFrom('203.0.113.10', 50);
  const statuses = await Promise.all(
    Array.from({ length: 300 }, (_, i) => connectFrom('203.0.113.10', `CP-${i}`, SECRET)),
  );
  expect(statuses.filter((status) => status !== 101)).toEqual([]);
});

test('refuses more than 20 failed handshakes under one identity from one address block', async () => {
  const concurrent = await Promise.all(
    Array.from({ length: 50 }, () => connectFrom('198.51.100.1', 'CP-20', 'x')),
  );
  expect(concurrent.filter((status) => status === 401)).toHaveLength(MAX_PER_IDENTITY);
  expect(concurrent.filter((status) => status === 429)).toHaveLength(50 - MAX_PER_IDENTITY);
});

test('counts the address blocks of an IPv6 /48 together as well', async () => {
  for (let net = 0; net < WIDE; net++) await failFrom(`2001:db8:1:${net}::1`, MAX_PER_IDENTITY, 'CP-22');
  expect(await connectFrom('2001:db8:1:ffff::1', 'CP-22', SECRET)).toBe(429);
  expect(await connectFrom('2001:db8:1:ffff::1', 'CP-23', SECRET)).toBe(101);
  expect(await connectFrom('2001:db8:2::1', 'CP-22', SECRET)).toBe(101);
});

test('admits a charge point with its secret after many address blocks have failed with its identity', async () => {
  for (let i = 2; i < 52; i++) await connectFrom(`198.51.100.${i}`, 'CP-21', 'x');
  expect(await connectFrom('203.0.113.20', 'CP-21', SECRET)).toBe(101);
});

test('does not lock a charge point out of the address block that last admitted it', async () => {
  expect(await connectFrom('203.0.113.30', 'CP-30', SECRET)).toBe(101);
  await failFrom('203.0.113.30', MAX_PER_ADDRESS_BLOCK);
  await failFrom('203.0.113.31', 20, 'CP-30');
  expect(await connectFrom('203.0.113.31', 'CP-30', SECRET)).toBe(429);
  expect(await connectFrom('203.0.113.30', 'CP-31', SECRET)).toBe(429);
  expect(await connectFrom('203.0.113.30', 'CP-30', SECRET)).toBe(101);
});

test('counts by X-Forwarded-For from a trusted proxy only', async () => {
  const direct = await openNetwork({ sandbox: false, clock });
  const statuses: number[] = [];
  for (let i = 0; i <= MAX_PER_ADDRESS_BLOCK; i++)
    statuses.push(
      await handshakeStatus(direct.backend.url, `UNKNOWN-${i}`, 'x', { 'x-forwarded-for': `192.0.2.${i}` }),
    );
  expect(statuses.at(-2)).toBe(404);
  expect(statuses.at(-1)).toBe(429);
  await direct.backend.close();
});

test('logs refusals at most once a minute for each address block, with a count and without secrets', async () => {
  clock.advance(61_000);
  const logged = () =>
    lines.filter((line) => line.includes('charge point refused') && line.includes('192.0.2.99'));
  await failFrom('192.0.2.99', 30);
  expect(logged()).toHaveLength(1);
  await until('the count', () => {
    clock.advance(1000);
    return logged().length === 2;
  });
  expect(JSON.parse(logged()[1] ?? '')).toMatchObject({
    count: 29,
    reason: 'unknown',
    addressBlock: '192.0.2.99',
  });
  expect(lines.join('\n')).not.toContain(SECRET);
});
