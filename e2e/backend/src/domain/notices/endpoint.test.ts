import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { expect, test } from '@rstest/core';
import { HANG_MS } from '../../../../run/hang-limit.ts';
import { systemClock } from '../../platform/clock.ts';
import { createPublicLookup, PUSH_SERVICES, parseEndpoint } from './endpoint.ts';

const lookUpPublic = createPublicLookup(systemClock);
const isAllowed = (text: string, pushToLoopback = false, pushServices = PUSH_SERVICES) =>
  parseEndpoint(text, { pushServices, pushToLoopback }) !== undefined;

test.each([
  'https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://db5p.notify.windows.com/w/?token=BQYAAA',
  'https://jmt17.google.com/fcm/send/dGVzdA:APA91b',
])('allows %s', (endpoint) => {
  expect(isAllowed(endpoint)).toBe(true);
});

test.each([
  '',
  'push',
  'ftp://push.example/1',
  'http://push.example/1',
  'data:text/plain,x',
  'https://user:password@push.example/1',
  'https://push.example:8443/1',
  `https://push.example/${'x'.repeat(1024)}`,
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.0.0.7/',
  'https://0.0.0.0/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  // Public, but not of a known push service.
  'https://push.example/1',
  'https://93.184.216.34/push',
  'https://[2606:4700::6810:84e5]/push',
  'https://push.apple.com.example/1',
  'https://evilpush.apple.com/1',
  'https://fcm.googleapis.com./1',
  // The metadata service of clouds.
  'https://169.254.169.254/latest/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::a00:1]/',
])('refuses %s', (endpoint) => {
  expect(isAllowed(endpoint)).toBe(false);
});

test('allows configured push services', () => {
  const services = ['push.example', '*.push.example'];
  const isConfigured = (text: string) => isAllowed(text, false, services);
  expect(['https://push.example/1', 'https://a.push.example/1'].map(isConfigured)).toEqual([true, true]);
  expect(['https://fcm.googleapis.com/1', 'http://push.example/1'].map(isConfigured)).toEqual([false, false]);
});

test('allows loopback only when configured', () => {
  expect(isAllowed('http://127.0.0.1:4000/push', true)).toBe(true);
  expect(isAllowed('http://10.0.0.7/push', true)).toBe(false);
});

test.each([true, false])('resolves a loopback name to no address (all: %s)', async (all) => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', { all }, resolve));
  expect(error).toBeInstanceOf(Error);
});

test.each([true, false])('resolves a public address to itself (all: %s)', async (all) => {
  const address = await new Promise((resolve) =>
    lookUpPublic('93.184.216.34', { all }, (_, found) => resolve(found)),
  );
  expect(address).toEqual(all ? [{ address: '93.184.216.34', family: 4 }] : '93.184.216.34');
});

/** Starts a name server that responds to no query until `refuseAll` is called. */
async function startSilentNameServer() {
  const refusals: (() => void)[] = [];
  let isRefusing = false;
  const server = createSocket('udp4', (query, { port, address }) => {
    const refuse = () => {
      // The query as a response with the code NXDOMAIN (RFC 1035 §4.1.1).
      query.writeUInt16BE(0x8183, 2);
      server.send(query, port, address);
    };
    if (isRefusing) refuse();
    else refusals.push(refuse);
  });
  await new Promise<void>((listening) => server.bind(0, '127.0.0.1', listening));
  return {
    servers: [`127.0.0.1:${server.address().port}`],
    refuseAll() {
      isRefusing = true;
      for (const refuse of refusals) refuse();
    },
    close: () => server.close(),
  };
}
const errorOf = (look: LookupFunction, name: string) =>
  new Promise<Error | null>((resolve) => look(name, {}, resolve));

test('delays no other lookup while a name server does not respond', async () => {
  const { servers, refuseAll, close } = await startSilentNameServer();
  const look = createPublicLookup(systemClock, { servers, limitMs: HANG_MS });
  // More than the process has threads for lookups.
  const stuck = Array.from({ length: 20 }, (_, i) => errorOf(look, `dead-${i}.example`));
  let ended = 0;
  for (const one of stuck) void one.then(() => ended++);
  await lookup('localhost');
  expect(ended).toBe(0);
  refuseAll();
  for (const error of await Promise.all(stuck)) expect(error).toBeInstanceOf(Error);
  close();
});

test('ends a lookup at its time limit', async () => {
  const { servers, close } = await startSilentNameServer();
  const look = createPublicLookup(systemClock, { servers, limitMs: 1 });
  expect(await errorOf(look, 'dead.example')).toBeInstanceOf(Error);
  close();
});
