import { expect, test } from '@rstest/core';
import { loopbackUrl, pageUrls } from './welcome.ts';

const lan = ['192.168.1.5', '10.0.0.7'];

test('a server on all interfaces has the URLs of this computer and of its networks', () => {
  for (const host of ['0.0.0.0', '::'])
    expect(pageUrls({ host, port: 3000, lan })).toEqual([
      'http://localhost:3000',
      'http://192.168.1.5:3000',
      'http://10.0.0.7:3000',
    ]);
});

test('a server on this computer only has no URL on a network', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    expect(pageUrls({ host, port: 4000, lan })).toEqual(['http://localhost:4000']);
});

test('a server on one address has the URL of that address, with https if it has a certificate', () => {
  expect(pageUrls({ host: '10.0.0.7', port: 3000, lan, tls: {} })).toEqual(['https://10.0.0.7:3000']);
  expect(pageUrls({ host: 'fd00::7', port: 3000, lan })).toEqual(['http://[fd00::7]:3000']);
});

test('the simulated charge points connect to the only address that a server listens on', () => {
  expect(loopbackUrl({ host: '0.0.0.0', port: 3000 })).toBe('http://127.0.0.1:3000');
  expect(loopbackUrl({ host: '::1', port: 3000, tls: {} })).toBe('https://[::1]:3000');
  expect(loopbackUrl({ host: '10.0.0.7', port: 3000 })).toBe('http://10.0.0.7:3000');
});
