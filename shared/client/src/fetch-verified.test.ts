import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { fetchVerified } from './fetch-verified.ts';

const integrity = `sha256-${createHash('sha256').update('worker').digest('base64')}`;
let server: Server;
let url: string;
let served: { status: number; body: string };
beforeEach(async () => {
  served = { status: 200, body: 'worker' };
  server = createServer((_, response) => response.writeHead(served.status).end(served.body));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/worker.js`;
});
afterEach(() => {
  server.close();
});

test('returns bytes that match the hash', async () => {
  expect(await (await fetchVerified({ url, integrity })).text()).toBe('worker');
});

test('rejects other bytes, and an error status', async () => {
  served = { status: 200, body: 'tampered' };
  await expect(fetchVerified({ url, integrity })).rejects.toThrow();
  served = { status: 404, body: 'worker' };
  await expect(fetchVerified({ url, integrity })).rejects.toThrow('404');
});

test('fetches past the HTTP cache when that has wrong bytes', async () => {
  const modes: (RequestCache | undefined)[] = [];
  rs.stubGlobal('fetch', async (_url: string, { cache }: RequestInit) => {
    modes.push(cache);
    if (cache !== 'reload') throw new TypeError('Failed to fetch');
    return new Response('worker');
  });
  expect(await (await fetchVerified({ url, integrity })).text()).toBe('worker');
  expect(modes).toEqual([undefined, 'reload']);
  rs.unstubAllGlobals();
});

test('rejects when there is no response within 120 s', async () => {
  const controller = new AbortController();
  const timeout = rs.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal);
  server.removeAllListeners('request');
  const file = fetchVerified({ url, integrity });
  expect(timeout).toHaveBeenCalledWith(120_000);
  controller.abort();
  await expect(file).rejects.toThrow();
  timeout.mockRestore();
  server.closeAllConnections();
});
