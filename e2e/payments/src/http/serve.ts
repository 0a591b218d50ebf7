/** A small HTTP server: routes as a table, bodies as JSON or a form, and the faults of a provider. */
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Faults } from '../faults.ts';

export interface Call {
  params: Record<string, string>;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed JSON or form; undefined without a body. */
  body: unknown;
  /** Resolves when the response has been sent, or the client has gone. */
  ended: Promise<unknown>;
}

export interface Reply {
  status: number;
  body?: unknown;
  /** Media type of `body`; JSON if absent. A body of another type is sent as it is. */
  type?: string;
  headers?: Record<string, string>;
  /** Whether the client never gets this response. */
  lost?: boolean;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
/** Method, path in the syntax of `URLPattern`, and handler. */
export type Route = readonly [method: string, path: string, handle: Handler];

/** Thrown by a handler to end a request with `reply`. */
export class Refusal extends Error {
  readonly reply: Reply;
  constructor(reply: Reply) {
    super(`refused with status ${reply.status}`);
    this.reply = reply;
  }
}

const JSON_TYPE = 'application/json';

/** Returns a listener for `routes`. A request that no route matches gets `notFound`. */
export function createListener(routes: readonly Route[], notFound: Reply, faults?: Faults): RequestListener {
  const compiled = routes.map(([method, pathname, handle]) => ({
    method,
    pattern: new URLPattern({ pathname }),
    handle,
  }));

  async function handleRequest(request: IncomingMessage, ended: Promise<unknown>): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://emulator');
    for (const { method, pattern, handle } of compiled) {
      const match = method === request.method && pattern.exec({ pathname: url.pathname });
      if (!match) continue;
      const groups = Object.entries(match.pathname.groups);
      const params = Object.fromEntries(
        groups.map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
      );
      const body = await readBody(request);
      return handle({ params, query: url.searchParams, headers: request.headers, body, ended });
    }
    return notFound;
  }

  return async (request, response) => {
    const fault = faults?.away();
    if (fault === 'refuse') return void request.socket.destroy();
    if (fault === 'hang') return;
    if (fault === 'unavailable') return send(response, { status: 503, body: {} });
    const ended = new Promise((resolve) => response.once('close', resolve));
    const reply = await handleRequest(request, ended).catch((error: unknown): Reply => {
      if (error instanceof Refusal) return error.reply;
      console.error(error);
      return { status: 500, body: {} };
    });
    await wait(faults?.current.delayMs ?? 0);
    if (fault === 'lose') return void request.socket.destroy();
    if (!reply.lost) send(response, reply);
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const content = await text(request);
  if (content === '') return undefined;
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(content));
  try {
    return JSON.parse(content);
  } catch {
    throw new Refusal({ status: 400, body: { errors: 'invalid JSON' } });
  }
}

function send(response: ServerResponse, { status, body, type = JSON_TYPE, headers }: Reply): void {
  response.writeHead(status, { ...headers, ...(body !== undefined && { 'content-type': type }) });
  response.end(type.includes('json') && body !== undefined ? JSON.stringify(body) : body);
}
