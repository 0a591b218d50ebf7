import { setFlagsFromString } from 'node:v8';
import {
  messages,
  PGlite,
  type PGliteOptions,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
  types,
} from '@electric-sql/pglite';

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
const PREPARED = /^\s*(select|insert|update|delete|with)\b/i;
/** Changes tables, and with them the columns that a prepared statement returns. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;
/** Prepared statements are kept up to this number; each takes memory of the engine. */
const MOST_STATEMENTS = 500;
/** The server's default, 128 MB, is for a server: the operating system caches the files as well. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
/**
 * V8's optimizing compiler takes 500 MB for a while to compile the engine's largest functions, too much
 * for a small machine. Without it, queries take a fifth more CPU time after some thousand, and less before.
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

interface Statement {
  name: string;
  parameters: number[];
  /** The message that describes the columns of its rows, if it returns rows. */
  columns: messages.BackendMessage[];
}

/**
 * PGlite with Drizzle's parsers set once, and with prepared statements. When parsers are passed with
 * every query, PGlite copies its table of all types each time. It also sends six messages per query,
 * and parses and plans its text again: a prepared statement is one buffer of three messages.
 */
export class EmbeddedClient extends PGlite {
  readonly #statements = new Map<string, Statement>();
  /** Whether tables may have changed since the statements were prepared. */
  #isStale = false;

  static async open(options: Pick<PGliteOptions, 'dataDir' | 'loadDataDir'>): Promise<EmbeddedClient> {
    for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
    const client = new EmbeddedClient({
      ...options,
      startParams: START_PARAMS,
      initDbStartParams: ['--wal-segsize=1'],
    });
    // PGlite sets the parsers of arrays when it starts.
    await client.waitReady;
    for (const type of AS_TEXT) client.parsers[type] = (text) => text;
    return client;
  }

  override async query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    // PGlite itself queries before it is ready.
    if (!this.ready || !PREPARED.test(text)) {
      this.#noteChange(text);
      return super.query<T>(text, values, withoutParsers(options));
    }
    return this._runExclusiveTransaction(async () => {
      const result = await this.#execute<T>(text, values, options);
      await this.syncToFs();
      return result;
    });
  }

  override exec(text: string, options?: QueryOptions): Promise<Results[]> {
    this.#isStale = true;
    return super.exec(text, options);
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = async (text, values, options) => {
        if (!tx.closed && PREPARED.test(text)) return this.#execute(text, values, options);
        this.#noteChange(text);
        return tx.query(text, values, withoutParsers(options));
      };
      return work({
        ...tx,
        query,
        get closed() {
          return tx.closed;
        },
      });
    });
  }

  #noteChange(text: string): void {
    if (CHANGES_TABLES.test(text)) this.#isStale = true;
  }

  #execute<T>(text: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Results<T>> {
    return this._runExclusiveQuery(async () => {
      try {
        const { name, parameters, columns } = await this.#prepare(text);
        const { bind, execute, sync } = protocol.serialize;
        const sent = values.map((value, index) => this.#serialize(value, parameters[index]));
        const rows = await this.#send(bind({ statement: name, values: sent }), execute({}), sync());
        const [result] = parse.parseResults([...columns, ...rows], this.parsers, withoutParsers(options));
        return result as Results<T>;
      } catch (error) {
        if (error instanceof messages.DatabaseError) Object.assign(error, { query: text, params: values });
        throw error;
      }
    });
  }

  async #prepare(text: string): Promise<Statement> {
    const { parse: parseText, describe, query, sync } = protocol.serialize;
    if (this.#isStale || this.#statements.size >= MOST_STATEMENTS) {
      await this.#send(query('deallocate all'));
      this.#statements.clear();
      this.#isStale = false;
    }
    const known = this.#statements.get(text);
    if (known) return known;
    const name = `statement_${this.#statements.size}`;
    const described = await this.#send(parseText({ name, text }), describe({ type: 'S', name }), sync());
    const statement = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    };
    this.#statements.set(text, statement);
    return statement;
  }

  #serialize(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return this.serializers[type]?.(value) ?? String(value);
  }

  /** Sends messages of the protocol at once, and returns the replies. */
  #send(...sent: Uint8Array[]) {
    return this.execProtocolStream(Buffer.concat(sent), { syncToFs: false });
  }
}

function withoutParsers({ parsers, ...options }: QueryOptions = {}): QueryOptions {
  return options;
}
