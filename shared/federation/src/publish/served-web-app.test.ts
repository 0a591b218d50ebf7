import { createServer } from 'node:http';
import { afterEach, expect, test } from '@rstest/core';
import { servedConfig } from './served-web-app.ts';

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

test('waits several seconds for a busy web app', async () => {
  expect(await servedConfig(await siteWith('{"preview":true}', 6_000))).toEqual({ preview: true });
});

test('returns undefined when the web app serves no configuration', async () => {
  expect(await servedConfig('http://127.0.0.1:1')).toBeUndefined();
  expect(await servedConfig(await siteWith('<!doctype html>'))).toBeUndefined();
});
