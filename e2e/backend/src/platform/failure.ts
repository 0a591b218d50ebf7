/** An error that is sent as a response with this status and the body `{code, message}`. */
export class Failure extends Error {
  readonly statusCode: number;
  readonly code: string;
  /** Seconds after which the same request may succeed, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, code: string, message = code, retryAfter?: number) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Seconds after which a busy server may respond. */
export const BUSY_S = 2;

export const notFound = (what: string) => new Failure(404, `${what}_NOT_FOUND`);
/** Returns a 503 for a server that is too busy to respond in time. */
export const busy = () => new Failure(503, 'BUSY', 'The server is busy', BUSY_S);
