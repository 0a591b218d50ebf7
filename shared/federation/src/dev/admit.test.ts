import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@rstest/core';
import { admit } from './admit.ts';

const SHELL = 'https://app.example';
const OTHER = 'https://other.example';

/** Returns whether a request is allowed, and which pages of other origins can read the response. */
function admitted(headers: IncomingMessage['headers']) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, { host: 'localhost:3001' }, headers);
  const response = new ServerResponse(request);
  const isAllowed = admit(request, response, [SHELL]);
  const readers = response.getHeader('access-control-allow-origin');
  return { isAllowed, readers, embedding: response.getHeader('cross-origin-resource-policy') };
}

test.each([
  ['a script', { origin: SHELL, 'sec-fetch-site': 'cross-site' }],
  ['a picture', { referer: `${SHELL}/`, 'sec-fetch-site': 'cross-site' }],
])('sends the deployed shell %s of the remote', (_, headers) => {
  expect(admitted(headers)).toEqual({ isAllowed: true, readers: SHELL, embedding: 'cross-origin' });
});

test.each([
  ['the page of the remote itself', { 'sec-fetch-site': 'same-origin' }],
  ['a URL that was typed', { 'sec-fetch-site': 'none' }],
  ['a tool', {}],
  ['an old browser that sends no Sec-Fetch-Site', { origin: OTHER }],
])('responds to %s without allowing other pages to read it', (_, headers) => {
  expect(admitted(headers)).toEqual({ isAllowed: true, readers: undefined, embedding: 'same-origin' });
});

test.each([
  ['a page of another site', { origin: OTHER, 'sec-fetch-site': 'cross-site' }],
  ['a script tag of another site', { referer: `${OTHER}/`, 'sec-fetch-site': 'cross-site' }],
  ['a page that sends no referrer', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another local server', { origin: 'http://localhost:9000', 'sec-fetch-site': 'same-site' }],
  ['a request to another host name', { host: 'other.example:3001', origin: SHELL }],
  ['a request without a host', { host: undefined }],
])('refuses %s', (_, headers) => {
  expect(admitted(headers)).toMatchObject({ isAllowed: false, readers: undefined });
});
