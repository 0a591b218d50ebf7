import { once } from 'node:events';
import { request as send } from 'node:http';
import { createServer } from 'node:net';
import { expect, test } from '@rstest/core';
import { pathnameOf, serve } from './serve.ts';

/** Returns a port that is free at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}

test('responds to a malformed URL with 404, and reports a port in use', async () => {
  const port = await freePort();
  const paths: string[] = [];
  let close = () => {};
  await serve(port, (server) => {
    close = () => server.close();
    return (request, _, next) => {
      paths.push(pathnameOf(request));
      next();
    };
  });
  for (const path of ['//', '/entry.js?a=/b']) {
    const request = send({ host: 'localhost', port, path, agent: false }).end();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(404);
    response.resume();
  }
  expect(paths).toEqual(['//', '/entry.js']);
  await expect(serve(port, () => () => {})).rejects.toThrow(`Port ${port} is taken`);
  close();
});
