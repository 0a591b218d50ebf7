import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { callApi, startTestBackend } from '../../testing/test-backend.ts';
import { systemClock } from '../clock.ts';
import { addressBlockOf, wideAddressBlockOf } from './client-address.ts';
import { createSlots } from './slots.ts';

test('treats an IPv4 address as its own address block, also in its IPv6-mapped form', () => {
  expect(addressBlockOf('203.0.113.1')).not.toBe(addressBlockOf('203.0.113.2'));
  for (const same of ['::ffff:203.0.113.1', '::FFFF:cb00:7101'])
    expect(addressBlockOf(same)).toBe(addressBlockOf('203.0.113.1'));
});

test('treats the addresses of one /64 as one address block in every notation', () => {
  for (const same of ['2001:db8::ffff:1', '2001:DB8:0:0:8000::', '2001:0db8:0000:0000:0000:0000:0000:0002'])
    expect(addressBlockOf(same)).toBe(addressBlockOf('2001:db8::1'));
  expect(addressBlockOf('2001:db8:0:1::1')).not.toBe(addressBlockOf('2001:db8::1'));
});

test('treats an IPv4 /24 and an IPv6 /48 as one wide address block', () => {
  for (const same of ['203.0.113.255', '::ffff:203.0.113.2'])
    expect(wideAddressBlockOf(same)).toBe(wideAddressBlockOf('203.0.113.1'));
  expect(wideAddressBlockOf('203.0.114.1')).not.toBe(wideAddressBlockOf('203.0.113.1'));
  expect(wideAddressBlockOf('2001:db8:1:ffff::1')).toBe(wideAddressBlockOf('2001:db8:1::1'));
  expect(wideAddressBlockOf('2001:db8:2::1')).not.toBe(wideAddressBlockOf('2001:db8:1::1'));
  expect(wideAddressBlockOf('unknown')).toBe('unknown');
});

test('gives the /48 around an IPv6 /64 four times as many slots, and an IPv4 address its own', () => {
  const takeSlot = createSlots(2);
  const take = (ip: string) => takeSlot(addressBlockOf(ip)) !== undefined;
  const nets = [1, 2, 3, 4].flatMap((net) => [`2001:db8:1:${net}::1`, `2001:db8:1:${net}::2`]);
  expect(take(nets[0] ?? '')).toBe(true);
  const free = takeSlot(addressBlockOf('2001:db8:1:1::9'));
  expect(take('2001:db8:1:1::3')).toBe(false);
  expect(nets.slice(2).map(take)).not.toContain(false);
  expect(take('2001:db8:1:5::1')).toBe(false);
  expect(take('2001:db8:2:5::1')).toBe(true);
  free?.();
  expect(take('2001:db8:1:5::1')).toBe(true);
  for (const ip of ['203.0.113.1', '203.0.113.2'])
    expect([take(ip), take(ip), take(ip)]).toEqual([true, true, false]);
});

test('ignores the zone of an address, and returns other text unchanged', () => {
  expect(addressBlockOf('fe80::1%eth0')).toBe(addressBlockOf('fe80::2'));
  for (const other of ['unknown', '', '203.0.113.1:80']) expect(addressBlockOf(other)).toBe(other);
});

let backend: Backend;
beforeAll(async () => {
  const now = new Date('2026-03-02T15:00:00Z');
  backend = await startTestBackend({ trustedProxies: 'loopback', clock: { ...systemClock, now: () => now } });
});
afterAll(() => backend.close());

test.each([
  ['logins', 60, calls.login, { body: { email: 'ninguem', password: 'x' } }],
  ['accounts', 30, calls.register, { body: { name: '', email: '', password: '' } }],
  ['requested mails', 30, calls.requestReset, { path: { email: 'ninguem' } }],
  ['mail tokens', 30, calls.resetPassword, { body: { token: 'x', password: 'x' } }],
] as const)('limits %s per address block, not per address', async (_, limit, call, options) => {
  const query = { app_id: '1' };
  const statusFrom = async (ip: string) =>
    (await callApi(backend, call, { query, ...options, headers: { 'x-forwarded-for': ip } })).status;
  for (let i = 1; i <= limit; i++) expect(await statusFrom(`2001:db8::${i}`)).not.toBe(429);
  expect(await statusFrom('2001:db8::ffff')).toBe(429);
  expect(await statusFrom('2001:db8:0:1::1')).not.toBe(429);
});
