import type { Call, PathParams } from '@shared/contract';
import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { loadSend } from './load-send.ts';
import { readInParts } from './read-in-parts.ts';

/** The host's settings. Read at every call, so that a change takes effect at once. */
export interface ApiSettings {
  /** For example `/v1/api`, or a URL of another origin. */
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

export type AnyCall = Call<string, z.ZodMiniType, z.ZodMiniType>;
type Params<C> = C extends Call<infer P, z.ZodMiniType, z.ZodMiniType> ? PathParams<P> : never;
export type ResponseOf<C extends AnyCall> = z.output<C['response']>;

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

/**
 * Makes one call of the contract and returns its parsed body. Never retries.
 * @throws ApiError, or the abort's own reason if `input.signal` was aborted
 */
export async function request<C extends AnyCall>(call: C, input: CallInput<C>): Promise<ResponseOf<C>> {
  if (!settings) throw new Error('configureApi has not been called');
  const name = `${call.method} ${call.path}`;
  const headers = settings.headers();
  if (call.public) delete headers.Authorization;
  if (input.bearer) headers.Authorization = `Bearer ${input.bearer}`;
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey;
  const url = `${settings.baseUrl()}${fill(call.path, input.path)}`;
  const body = await loadSend()
    .then(({ send }) =>
      send(name, url, {
        method: call.method,
        headers,
        timeout: call.timeout,
        searchParams: input.query,
        json: input.body,
        keepalive: input.keepalive,
        signal: input.signal,
        onReached: () => settings?.onReached?.(true),
      }),
    )
    .catch((cause: unknown) => {
      input.signal?.throwIfAborted();
      throw notify(asApiError(cause, name), headers.Authorization);
    });
  const read = await readInParts(call.response, body);
  input.signal?.throwIfAborted();
  if (read.unreadable.length > 0) settings.onUnreadable(name, read.unreadable);
  if (read.success) return read.data as ResponseOf<C>;
  throw new ApiError('unreadable', name);
}

/** Returns a network error for other causes: the client's script may fail to load. */
const asApiError = (cause: unknown, name: string) =>
  cause instanceof ApiError ? cause : new ApiError('network', name, 0, undefined, { cause });

/** Reports a failed call to session and connectivity, and returns it. */
function notify(failure: ApiError, authorization: string | undefined): ApiError {
  const { kind, status } = failure;
  if (kind !== 'status') settings?.onReached?.(false);
  else if (status === 401 && authorization) settings?.onUnauthorized(authorization);
  return failure;
}
