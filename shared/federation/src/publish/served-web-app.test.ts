import { createServer } from 'node:http';
import { afterEach, expect, test } from '@rstest/core';
import { allowsDevServer, allowsPreviews } from './served-web-app.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function siteWith(config: string, delayMs = 0) {
  const server = createServer((_, response) => setTimeout(() => response.end(config), delayMs));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

test('reads from the served config.json whether previews are allowed', async () => {
  expect(await allowsPreviews(await siteWith('{"preview":true}'))).toBe(true);
  expect(await allowsPreviews(await siteWith('{"preview":false}'))).toBe(false);
  expect(await allowsPreviews(await siteWith('{}'))).toBe(false);
});

test('waits several seconds for a busy web app', async () => {
  expect(await allowsPreviews(await siteWith('{"preview":true}', 6_000))).toBe(true);
});

test('returns undefined when the web app serves no configuration', async () => {
  expect(await allowsPreviews('http://127.0.0.1:1')).toBeUndefined();
  expect(await allowsPreviews(await siteWith('<!doctype html>'))).toBeUndefined();
});

test('reads from the served config.json whether a local development server is allowed', async () => {
  const server = 'http://localhost:3002';
  const config = (preview: boolean, origin: string) => JSON.stringify({ preview, devOrigins: [origin] });
  expect(await allowsDevServer(await siteWith(config(true, server)), server)).toBe(true);
  expect(await allowsDevServer(await siteWith(config(false, server)), server)).toBe(false);
  expect(await allowsDevServer(await siteWith(config(true, 'http://localhost:3003')), server)).toBe(false);
  expect(await allowsDevServer('http://127.0.0.1:1', server)).toBeUndefined();
});
