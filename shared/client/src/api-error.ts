import { readErrorBody } from '@shared/contract';

/**
 * What went wrong with a call:
 * - `network`: no answer came (offline, refused, cut off); whether the server acted is unknown
 * - `timeout`: no answer within the call's limit; whether the server acted is unknown
 * - `status`: the server answered with a failure
 * - `unreadable`: the server answered with something that isn't what the contract says
 */
export type ApiErrorKind = 'network' | 'timeout' | 'status' | 'unreadable';

/** The only error that a call rejects with, but for its own abort. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  /** The server's own code and message, empty where it gave none. */
  readonly code: string;
  readonly detail: string;

  constructor(kind: ApiErrorKind, call: string, status = 0, body = '', options?: ErrorOptions) {
    super(`${call}: ${kind}${status ? ` ${status}` : ''}`, options);
    const { code, message } = readErrorBody(body);
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.detail = message;
  }

  /** False where the request may have been carried out although no good answer came. */
  get isDefinitive() {
    return this.kind === 'status' && this.status < 500;
  }
}

/** Whether a failure is the connection's rather than the server's. */
export const isConnectionFailure = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout');

/** Status of a failed call, 0 where there was no answer. */
export const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : 0);
