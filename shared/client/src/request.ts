import { type Call, type calls, type PathParams, parseJson, readLeniently } from '@shared/contract';
import ky from 'ky';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { isCacheable, updateServerClock } from './server-clock.ts';

/** The host's settings. Read at every call, so that a change takes effect at once. */
export interface ApiSettings {
  /** For example `/v1/api`, or an address of another origin. */
  baseUrl: () => string;
  /** Returns a new object with the current headers: brand, bearer, location, platform. */
  headers: () => Record<string, string>;
  /**
   * Called when an authenticated call gets a 401. `authorization` is the header that it carried.
   */
  onUnauthorized: (authorization: string) => void;
  /**
   * Called when a response, or part of it, doesn't match the contract. Names the call and the
   * places, never the content.
   */
  onUnreadable: (call: string, places: string[]) => void;
  /**
   * Evidence of the network: true for an HTTP response that no cache can have given, false for a
   * failure at the network level or for no response in time, which a lost network causes as well.
   * Not called for the caller's abort.
   */
  onReached?: (reached: boolean) => void;
}

let settings: ApiSettings | undefined;
/** Sets the settings. Called once by the host before any request. */
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
  /** Sent as `Idempotency-Key`: repeating it returns the first response. */
  idempotencyKey?: string;
  /** Token to send instead of the current session's. */
  bearer?: string;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
};

const fill = (path: string, values: Record<string, string> | undefined) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values?.[name] ?? ''));

/**
 * Makes one call of the contract and returns its parsed body. Never retries.
 * @throws ApiError, or the abort's own reason if `input.signal` was aborted
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
      // ky's own time limit ends when the headers arrive.
      timeout: false,
      retry: 0,
      throwHttpErrors: false,
      searchParams: given(input.query),
      ...(input.body === undefined ? {} : { json: input.body }),
      keepalive: input.keepalive ?? false,
      signal,
    });
    updateServerClock(response.headers);
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
  const read = readLeniently(call.answer, readBody(body));
  if (read.unreadable.length > 0) settings.onUnreadable(name, read.unreadable);
  if (read.success) return read.data as Answer<C>;
  throw new ApiError('unreadable', name, status);
}

const given = (query: CallInput<AnyCall>['query'] = {}) =>
  Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));

/**
 * Returns a signal that aborts with the caller's own, or after `ms`. Covers the body as well, since
 * a connection may be lost while it arrives.
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

/**
 * Parses a body. An empty one is valid (204); text that isn't JSON is left for the schema to
 * refuse.
 */
function readBody(body: string): unknown {
  const json = parseJson(body);
  return json === undefined && body !== '' ? body : json;
}
