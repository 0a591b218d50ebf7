/** Clients of the emulator's APIs, and a receiver of notices, for its tests. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { SANDBOX_ACCOUNT } from './payment.ts';

type Json = Record<string, unknown>;

async function call(url: string, method: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const content = await response.text();
  return { status: response.status, body: (content === '' ? {} : JSON.parse(content)) as Json };
}
export type Answer = Awaited<ReturnType<typeof call>>;

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Returns a client of iugu's API, with the sandbox's token if there is no other. */
export const iuguClient =
  (url: string, token = SANDBOX_ACCOUNT.secret) =>
  (method: string, path: string, body?: object, headers = {}) =>
    call(`${url}/v1${path}`, method, { ...basic(token, ''), ...headers }, body);

/** Returns a client of API Pix that has an access token. */
export async function pixClient(url: string) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: basic(SANDBOX_ACCOUNT.id, SANDBOX_ACCOUNT.secret),
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return (method: string, path: string, body?: object) =>
    call(`${url}/v2${path}`, method, { authorization: `Bearer ${access_token}` }, body);
}

/** Starts a server that receives notices, and responds to each with the next of `statuses`, then 200. */
export async function startReceiver(...statuses: number[]) {
  const received: { path: string; type: string; body: string }[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    received.push({ path, type: headers['content-type'] ?? '', body: await text(request) });
    response.writeHead(statuses.shift() ?? 200).end();
    for (const resolve of waiting.splice(0)) resolve();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Resolves to the first `count` notices. */
    async first(count: number) {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return received.slice(0, count);
    },
    close: () => server.close(),
  };
}
