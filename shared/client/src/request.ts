import { type Call, type calls, type PathParams, parseJson, readLeniently } from '@shared/contract';
import ky, { HTTPError, type Options, TimeoutError } from 'ky';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { isCacheable, updateServerClock } from './server-clock.ts';

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

const http = ky.create({
  // The query client retries reads; a write is never repeated.
  retry: 0,
  // An empty body is valid (204); text that isn't JSON is left for the schema to refuse.
  parseJson: (body) => {
    const json = parseJson(body);
    return json === undefined && body !== '' ? body : json;
  },
  hooks: {
    afterResponse: [
      ({ response: { headers } }) => {
        updateServerClock(headers);
        if (!isCacheable(headers)) settings?.onReached?.(true);
      },
    ],
  },
});

/** Rejects, too, if the request can't be built, such as with an invalid header. */
const send = async (url: string, options: Options): Promise<unknown> => http(url, options).json();

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
  const body = await send(`${settings.baseUrl()}${fill(call.path, input.path)}`, {
    method: call.method,
    headers,
    timeout: call.timeout,
    // Covers the body as well, since a connection may be lost while it arrives.
    totalTimeout: call.timeout,
    searchParams: input.query,
    json: input.body,
    keepalive: input.keepalive,
    signal: input.signal,
  }).catch((cause: unknown) => {
    input.signal?.throwIfAborted();
    throw failureOf(cause, name, headers.Authorization);
  });
  const read = readLeniently(call.answer, body);
  if (read.unreadable.length > 0) settings.onUnreadable(name, read.unreadable);
  if (read.success) return read.data as Answer<C>;
  throw new ApiError('unreadable', name);
}

/** Notifies session and connectivity of a failed call, and returns it as an `ApiError`. */
function failureOf(cause: unknown, name: string, authorization: string | undefined): ApiError {
  if (cause instanceof HTTPError) {
    const { status } = cause.response;
    if (status === 401 && authorization) settings?.onUnauthorized(authorization);
    return new ApiError('status', name, status, cause.data);
  }
  settings?.onReached?.(false);
  return new ApiError(cause instanceof TimeoutError ? 'timeout' : 'network', name, 0, undefined, { cause });
}
