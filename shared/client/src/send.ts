/** The HTTP client of `request`. */
import { parseJson } from '@shared/contract';
import ky, { HTTPError, type Options, TimeoutError } from 'ky';
import { ApiError } from './api-error.ts';
import { isCacheable, updateServerClock } from './server-clock.ts';

interface SendOptions extends Options {
  /** In ms. Covers the body as well, since a connection may be lost while the body arrives. */
  timeout: number;
  /** Called for a response that no cache can have given. */
  onReached: () => void;
}

export const client = ky.create({
  // The query client retries reads; a write is never repeated.
  retry: 0,
  // An empty body is valid (204); text that isn't JSON is rejected by the schema.
  parseJson: (body) => {
    const json = parseJson(body);
    return json === undefined && body !== '' ? body : json;
  },
});

/**
 * Sends a request and returns its parsed body. Never retries.
 * @param call name of the call in errors
 * @throws ApiError, also if the request can't be built, such as with an invalid header
 */
export async function send(call: string, url: string, { onReached, ...options }: SendOptions) {
  try {
    return await client(url, {
      ...options,
      totalTimeout: options.timeout,
      hooks: {
        afterResponse: [
          ({ response: { headers } }) => {
            updateServerClock(headers);
            if (!isCacheable(headers)) onReached();
          },
        ],
      },
    }).json<unknown>();
  } catch (cause) {
    throw apiErrorOf(call, cause);
  }
}

/** Converts an error of `client` to an ApiError. */
export function apiErrorOf(call: string, cause: unknown): ApiError {
  if (cause instanceof HTTPError) {
    const { response, data } = cause;
    // Some backends send a 401 for a wrong current password, which doesn't end the session.
    const isPassword = response.status === 401 && JSON.stringify(data)?.includes('Incorrect password');
    return new ApiError('status', call, isPassword ? 400 : response.status, data);
  }
  const kind = cause instanceof TimeoutError ? 'timeout' : 'network';
  return new ApiError(kind, call, 0, undefined, { cause });
}
