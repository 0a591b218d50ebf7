import { PGlite, type PGliteOptions, type QueryOptions, type Transaction, types } from '@electric-sql/pglite';

/** Types that Drizzle parses from text, and arrays of these and of `numeric`. */
const AS_TEXT = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  1231,
  1115,
  1185,
  1187,
  1182,
];

/**
 * PGlite with Drizzle's parsers set once. When they are passed with every query, PGlite copies its
 * table of all types each time, which takes a quarter of the CPU time of a short statement.
 */
export class EmbeddedClient extends PGlite {
  static async open(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<EmbeddedClient> {
    const client = new EmbeddedClient(options);
    // PGlite sets the parsers of arrays when it starts.
    await client.waitReady;
    for (const type of AS_TEXT) client.parsers[type] = (text) => text;
    return client;
  }

  override query<T>(text: string, values?: unknown[], options?: QueryOptions) {
    return super.query<T>(text, values, withoutParsers(options));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (text, values, options) =>
        tx.query(text, values, withoutParsers(options));
      return work({
        ...tx,
        query,
        get closed() {
          return tx.closed;
        },
      });
    });
  }
}

function withoutParsers({ parsers, ...options }: QueryOptions = {}): QueryOptions {
  return options;
}
