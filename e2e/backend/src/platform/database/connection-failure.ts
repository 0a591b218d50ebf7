/** Recognizes failures of the connection to a PostgreSQL server. */
const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error);

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** Messages of `pg`'s connection errors, which have no code. */
const NETWORK_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;
/** Classes of SQLSTATE: connection exception, insufficient resources, operator intervention. */
const UNAVAILABLE_STATES = /^(08|53|57P)/;

/** Returns the database's own words: an error of Drizzle has the statement, one of several addresses only a code. */
export function reasonOf(error: unknown): string {
  const { message = '', code = '' } = causeOf(error) as NodeJS.ErrnoException;
  return message || code;
}

/** Returns whether a query failed because the database can't be reached. */
export function isConnectionFailure(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  if (cause instanceof AggregateError) return cause.errors.some(isConnectionFailure);
  const code = 'code' in cause ? String(cause.code) : '';
  return NETWORK_CODES.has(code) || UNAVAILABLE_STATES.test(code) || NETWORK_MESSAGES.test(cause.message);
}

/**
 * A prepared statement that doesn't fit its table any more, as after a migration of a newer release,
 * or that the server doesn't know.
 */
const STALE_STATEMENT = new Set(['0A000', '26000']);

/** Returns whether a query can succeed only on another connection. */
export function needsNewConnection(error: unknown): boolean {
  const cause = causeOf(error);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return STALE_STATEMENT.has(code) || isConnectionFailure(error);
}
