import pg from 'pg';

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i;
/** A text is prepared when it is sent for this time: lists of different lengths make rare texts. */
const REPEATED = 3;
/** Prepared statements take memory of every connection, so only this many are. */
const MOST_STATEMENTS = 500;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/**
 * Has the server prepare each statement that is repeated: it then parses and plans it once per
 * connection. Drizzle names only statements that are prepared by hand.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query;
    const named = (first: unknown, ...rest: unknown[]) =>
      Reflect.apply(query, this, [
        isNameless(first) ? { ...first, name: nameOf(first.text) } : first,
        ...rest,
      ]);
    Object.assign(this, { query: named });
  }
}

/** Whether it is a statement that can be prepared, and not a query that sends itself, as a stream does. */
const isNameless = (query: unknown): query is { text: string } =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  typeof query.text === 'string' &&
  !('submit' in query) &&
  !('name' in query && query.name) &&
  PREPARABLE.test(query.text);

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
  const count = (uses.get(text) ?? 0) + 1;
  if (uses.size >= 10 * MOST_STATEMENTS) uses.clear();
  uses.set(text, count);
  if (count < REPEATED) return undefined;
  const name = `statement_${names.size}`;
  names.set(text, name);
  uses.delete(text);
  return name;
}
