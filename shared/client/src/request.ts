import { type Call, type calls, type PathParams, readLeniently } from '@shared/contract';
import ky from 'ky';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { hearServerClock, isCacheable } from './server-clock.ts';

/** What the host tells the client. Read at every call, so that a change takes effect at once. */
export interface ApiSettings {
  /** Such as `/v1/api`, or that of another origin. */
  baseUrl: () => string;
  /** Returns a new object with the headers of the moment: brand, bearer, location, platform. */
  headers: () => Record<string, string>;
  /** An authenticated call was answered with 401. `authorization` is the header that it had carried. */
  onUnauthorized: (authorization: string) => void;
  /** A response, or part of it, didn't fit the contract. Names the call and the places, never the content. */
  onUnreadable: (call: string, places: string[]) => void;
  /**
   * Evidence of the network: true for an HTTP response that no cache can have given, false for a failure at the network
   * level or for no response in time, which a lost network causes as well. Not called for the caller's abort.
   */
  onReached?: (reached: boolean) => void;
}

let settings: ApiSettings | undefined;
/** Called once by the host before anything is asked for. */
export function configureApi(given: ApiSettings): void {
  settings = given;
}

export type AnyCall = (typeof calls)[keyof typeof calls];
type Params<C> = C extends Call<infer P, z.ZodMiniType, z.ZodMiniType> ? PathParams<P> : never;
export type Answer<C extends AnyCall> = z.output<C['answer']>;

export type CallInput<C extends AnyCall> = ([Params<C>] extends [never]
  ? { path?: undefined }
  : { path: Record<Params<C>, string> }) & {
  query?: Record<string, string | number | boolean | undefined>;
  body?: z.input<C['body']>;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: the same key gets the same answer. */
  idempotencyKey?: string;
  /** Token to send instead of the current session's. */
  bearer?: string;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
};

const fill = (path: string, values: Record<string, string> | undefined) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values?.[name] ?? ''));

/**
 * Makes one call of the contract and answers its parsed body. Never tries again by itself.
 * Rejects with `ApiError`, or with the abort's own reason if `input.signal` was aborted.
 */
export async function request<C extends AnyCall>(call: C, input: CallInput<C>): Promise<Answer<C>> {
  if (!settings) throw new Error('configureApi has not been called');
  const name = `${call.method} ${call.path}`;
  const headers = settings.headers();
  if (call.public) delete headers.Authorization;
  if (input.bearer) headers.Authorization = `Bearer ${input.bearer}`;
  const { signal, timedOut, done } = limited(call.timeout, input.signal);
  let status: number;
  let body: string;
  try {
    const response = await ky(`${settings.baseUrl()}${fill(call.path, input.path)}`, {
      method: call.method,
      headers: { ...headers, ...(input.idempotencyKey ? { 'Idempotency-Key': input.idempotencyKey } : {}) },
      // Its own limit ends with the answer's headers.
      timeout: false,
      retry: 0,
      throwHttpErrors: false,
      searchParams: given(input.query),
      ...(input.body === undefined ? {} : { json: input.body }),
      keepalive: input.keepalive ?? false,
      signal,
    });
    hearServerClock(response.headers);
    if (!isCacheable(response.headers)) settings.onReached?.(true);
    status = response.status;
    body = await response.text();
  } catch (cause) {
    input.signal?.throwIfAborted();
    settings.onReached?.(false);
    if (timedOut()) throw new ApiError('timeout', name, 0, '', { cause });
    throw new ApiError('network', name, 0, '', { cause });
  } finally {
    done();
  }
  if (status === 401 && headers.Authorization) settings.onUnauthorized(headers.Authorization);
  if (status >= 400) throw new ApiError('status', name, status, body);
  const read = readLeniently(call.answer, parseJson(body));
  if (read.unreadable.length > 0) settings.onUnreadable(name, read.unreadable);
  if (read.success) return read.data as Answer<C>;
  throw new ApiError('unreadable', name, status);
}

const given = (query: CallInput<AnyCall>['query'] = {}) =>
  Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));

/**
 * A signal that ends a call with its caller's own, or after `ms`. That holds for the answer's body as well: a connection
 * may be lost between its beginning and its end.
 */
function limited(ms: number, own: AbortSignal | undefined) {
  const end = new AbortController();
  let late = false;
  const follow = () => end.abort(own?.reason);
  const timer = setTimeout(() => {
    late = true;
    end.abort();
  }, ms);
  if (own?.aborted) follow();
  own?.addEventListener('abort', follow);
  const done = () => {
    clearTimeout(timer);
    own?.removeEventListener('abort', follow);
  };
  return { signal: end.signal, timedOut: () => late, done };
}

/** An empty body is an answer too (204); text that isn't JSON is left to the schema to refuse. */
function parseJson(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
