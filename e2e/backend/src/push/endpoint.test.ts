import { expect, test } from '@rstest/core';
import { lookUpPublic, parseEndpoint } from './endpoint.ts';

const isAllowed = (text: string, allowsLoopback = false) =>
  parseEndpoint(text, { allowsLoopback }) !== undefined;

test.each([
  'https://fcm.googleapis.com/fcm/send/dGVzdA:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGuQ',
  'https://93.184.216.34/push',
  'https://[2606:4700::6810:84e5]/push',
])('allows %s', (endpoint) => {
  expect(isAllowed(endpoint)).toBe(true);
});

test.each([
  ...['', 'push', 'ftp://push.example/1', 'http://push.example/1', 'data:text/plain,x'],
  ...['https://user:password@push.example/1', 'https://push.example:8443/1'],
  `https://push.example/${'x'.repeat(1024)}`,
  ...[
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.7/',
    'https://0.0.0.0/',
  ],
  ...['https://192.168.1.1/', 'https://172.16.0.1/', 'https://100.64.0.1/', 'https://224.0.0.1/'],
  // The metadata service of clouds.
  ...['https://169.254.169.254/latest/', 'https://[fd00:ec2::254]/', 'https://[::ffff:169.254.169.254]/'],
  ...[
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::a00:1]/',
  ],
])('refuses %s', (endpoint) => {
  expect(isAllowed(endpoint)).toBe(false);
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
