import { type Call, type calls, type PathParams, parseJson } from '@shared/contract';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { readInParts } from './read-in-parts.ts';
import { isCacheable, updateServerClock } from './server-clock.ts';
import { timeLimit } from './time-limit.ts';

/** The host's settings. Read at every call, so that a change takes effect at once. */
export interface ApiSettings {
  /** For example `/v1/api`, or an address of another origin. */
  baseUrl: () => string;
  /** Returns a new object with the current headers: brand, bearer, location, platform. */
  headers: () => Record<string, string>;
  /** A call with this `Authorization` header got a 401. */
  onUnauthorized: (authorization: string) => void;
  /** A response doesn't match the contract. Receives the places, never the content. */
  onUnreadable: (call: string, places: string[]) => void;
  /**
   * Evidence of the network: true for a response that no cache can have given, false for a failure
   * at the network level or a timeout. Not called for the caller's abort.
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
  : { path: Record<Params<C>, string> }) &
  ([C] extends [{ idempotencyKey: true }] ? { idempotencyKey: string } : { idempotencyKey?: undefined }) & {
    query?: Record<string, string | number | boolean | undefined>;
    body?: z.input<C['body']>;
    signal?: AbortSignal;
    /** Token to send instead of the current session's. */
    bearer?: string;
    /** Lets the request outlive the page. */
    keepalive?: boolean;
  };

const fill = (path: string, values: Record<string, string> | undefined) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values?.[name] ?? ''));

/** A response with an error status, and its body. */
class RefusedCall extends Error {
  readonly status: number;
  readonly body: string;
  constructor(status: number, body: string) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
  }
}
/** Abort reason of a request that exceeds its time limit. */
class TimedOut extends Error {}

interface SendOptions extends RequestInit {
  /** In ms. Covers the body as well, since a connection may be lost while it arrives. */
  timeout: number;
}

/** Rejects, too, if the request can't be built, such as with an invalid header. */
async function send(url: string, { timeout, signal, ...init }: SendOptions): Promise<unknown> {
  const limit = timeLimit(timeout, new TimedOut(), signal);
  try {
    const response = await fetch(new Request(url, { ...init, signal: limit.signal }));
    updateServerClock(response.headers);
    if (!isCacheable(response.headers)) settings?.onReached?.(true);
    const body = await response.text().catch((error: unknown) => {
      limit.signal.throwIfAborted();
      if (response.ok) throw error;
      // The status counts even without its body.
      return '';
    });
    if (!response.ok) throw new RefusedCall(response.status, body);
    // An empty body is valid (204); text that isn't JSON is left for the schema to refuse.
    const json = parseJson(body);
    return json === undefined && body !== '' ? body : json;
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    limit.end();
  }
}

/** Returns the query without absent values, with its question mark; empty if there is none. */
function queryOf(values: Record<string, string | number | boolean | undefined> = {}): string {
  const present = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return present.length > 0 ? `?${new URLSearchParams(present)}` : '';
}

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
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  const url = `${settings.baseUrl()}${fill(call.path, input.path)}${queryOf(input.query)}`;
  const body = await send(url, {
    method: call.method,
    headers: { Accept: 'application/json', ...headers },
    timeout: call.timeout,
    body: input.body === undefined ? null : JSON.stringify(input.body),
    keepalive: input.keepalive ?? false,
    signal: input.signal ?? null,
  }).catch((cause: unknown) => {
    input.signal?.throwIfAborted();
    throw failureOf(cause, name, headers.Authorization);
  });
  const read = await readInParts(call.answer, body);
  input.signal?.throwIfAborted();
  if (read.unreadable.length > 0) settings.onUnreadable(name, read.unreadable);
  if (read.success) return read.data as Answer<C>;
  throw new ApiError('unreadable', name);
}

/** Notifies session and connectivity of a failed call, and returns it as an `ApiError`. */
function failureOf(cause: unknown, name: string, authorization: string | undefined): ApiError {
  if (cause instanceof RefusedCall) {
    const { status, body } = cause;
    if (status === 401 && authorization) settings?.onUnauthorized(authorization);
    return new ApiError('status', name, status, body);
  }
  settings?.onReached?.(false);
  return new ApiError(cause instanceof TimedOut ? 'timeout' : 'network', name, 0, undefined, { cause });
}
