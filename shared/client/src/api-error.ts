import { readErrorBody } from '@shared/contract';

/**
 * Reason of a failed call:
 * - `network`: no response (offline, refused, interrupted); the server may have acted
 * - `timeout`: no response within the call's time limit; the server may have acted
 * - `status`: the server responded with an error status
 * - `unreadable`: the response doesn't match the contract
 */
export type ApiErrorKind = 'network' | 'timeout' | 'status' | 'unreadable';

const REQUEST_TIMEOUT = 408;

/** The only error that a call rejects with, except for its caller's abort. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** Error status of the response; 0 for the other kinds. */
  readonly status: number;
  /** The server's error code; empty if it sent none. */
  readonly code: string;
  /** The server's message; empty if it sent none. */
  readonly detail: string;
  /** True if an earlier request of the same write may have been carried out, whatever this response says. */
  isUndecided = false;

  constructor(kind: ApiErrorKind, call: string, status = 0, body?: unknown, options?: ErrorOptions) {
    super(`${call}: ${kind}${status ? ` ${status}` : ''}`, options);
    const { code, message } = readErrorBody(body);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.detail = message;
  }

  /**
   * False if the server may have carried out the request although no valid response arrived. After
   * a 408 it hasn't read this request, but may have carried out an earlier one with the same key.
   */
  get isDefinitive() {
    return (
      !this.isUndecided && this.kind === 'status' && this.status < 500 && this.status !== REQUEST_TIMEOUT
    );
  }
}

/** Returns whether the connection failed rather than the server. */
export const isConnectionFailure = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

/** Returns the server's error code of a failed call; empty if it sent none. */
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');

/** Returns the error status of a failed call; 0 if it failed for another reason. */
export const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);
