import { createHash } from 'node:crypto';
import pg from 'pg';

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;
/** A text is prepared when it is sent for this time: lists of different lengths make rare texts. */
const REPEATED = 3;
/** Prepared statements take memory of every connection, so only this many are, and no long lists. */
const MOST_STATEMENTS = 500;
const MAX_LENGTH = 5000;

interface Statement {
  text: string;
  /** If it is prepared by hand. */
  name?: unknown;
}

/** Whether it is a statement that can be prepared, and not a query that sends itself, as a stream does. */
const isPreparable = (query: unknown): query is Statement =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  typeof query.text === 'string' &&
  query.text.length <= MAX_LENGTH &&
  !('submit' in query) &&
  PREPARABLE.test(query.text);

/**
 * Returns the client of a pool that has the server prepare each statement that is repeated: it then
 * parses and plans it once per connection. Its name is a hash of its text, so that a name never
 * means another text, whatever shares the connection behind a pooler.
 */
export function preparingClient(): typeof pg.Client {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();

  function nameOf({ text, name: isByHand }: Statement): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
    const count = (uses.get(text) ?? 0) + 1;
    if (uses.size >= MOST_STATEMENTS) uses.clear();
    uses.set(text, count);
    if (count < REPEATED && !isByHand) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    uses.delete(text);
    return name;
  }

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const query = this.query;
      const named = (first: unknown, ...rest: unknown[]) =>
        Reflect.apply(query, this, [
          isPreparable(first) ? { ...first, name: nameOf(first) } : first,
          ...rest,
        ]);
      Object.assign(this, { query: named });
    }
  };
}
