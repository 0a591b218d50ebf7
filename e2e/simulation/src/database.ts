/** One embedded database for all instances of a run, and each instance's connection to it. */
import type { Results, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Database } from '../../backend/src/platform/database/database.ts';
import { EmbeddedClient } from '../../backend/src/platform/database/embedded-client.ts';
import { migratedImage } from '../../backend/src/testing/fresh-database.ts';
import type { Kernel, Owner } from './kernel.ts';
import type { Random } from './random.ts';

/** As for the lock of a session at a PostgreSQL server (`platform/database/server.ts`), in ms. */
const LOCK_RETRY_MS = 5000;
const LOCK_IDLE_MS = 9000;
/** Plans depend on nothing but the run; neither statistics nor timers of the engine are needed. */
const SETTINGS = ['plan_cache_mode = force_generic_plan', 'track_counts = off', 'synchronous_commit = off'];
/** Only tables that have pages: to truncate all takes longer than a tenth of a short run. */
const EMPTY = `do $$ declare used text; begin
  select string_agg(oid::regclass::text, ', ' order by relname) into used from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0;
  if used is not null then execute 'truncate ' || used || ' restart identity cascade'; end if; end $$`;
/** A mistake in statements of the product, which a test plants: they are lost, or have another text. */
export interface Mistake {
  pattern: RegExp;
  by?: string;
}

/** Message of the errors of queries during an outage. */
export const OUTAGE = 'connect ECONNREFUSED';
const LOST = { rows: [], fields: [], affectedRows: 0 };
const WRITES = /^\s*(insert|update|delete)/i;
const LINE_WRITES = /^\s*(insert|update|delete).+("waiting_places"|"hold")/i;

/** Starting an engine takes longer than some runs, so the runs of a process share one. */
let engine: Promise<EmbeddedClient> | undefined;

async function openEngine(): Promise<EmbeddedClient> {
  const client = await EmbeddedClient.open({ loadDataDir: await migratedImage() });
  for (const setting of SETTINGS) await client.exec(`set ${setting}`);
  return client;
}

export class SharedDatabase {
  readonly client: EmbeddedClient;
  readonly #kernel: Kernel;
  readonly #random: Random;
  #jobsHolder: { owner: Owner; lostAt?: number } | undefined;
  /** Statements of the instances so far. */
  queries = 0;
  /** Statements so far that wrote. */
  writes = 0;
  /** Writes of waiting drivers and of turns. */
  lineWrites = 0;
  readonly #mistake: Mistake | undefined;
  #down = false;
  #upSince = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, client: EmbeddedClient, mistake?: Mistake) {
    this.#mistake = mistake;
    this.#kernel = kernel;
    this.#random = kernel.random.stream('database');
    this.client = client;
  }

  /**
   * Opens the process's engine, and empties it. Must be called outside of a run: it takes other
   * random values the first time.
   */
  static async openClient(): Promise<EmbeddedClient> {
    engine ??= openEngine();
    const client = await engine;
    // As a query: prepared statements stay, since no columns change.
    await client.query(EMPTY);
    return client;
  }

  setDown(down: boolean): void {
    this.#down = down;
    this.#upSince = this.#kernel.now;
  }

  /** Returns whether an error may come from an outage: repeated ones are logged minutes later. */
  wasDown(now: number): boolean {
    return this.#down || now - this.#upSince < 180_000;
  }

  /** Returns an instance's database. Once its owner is dead, no query is sent or returns. */
  connect(owner: Owner): Database {
    const count = (text: string) => {
      this.queries += 1;
      if (WRITES.test(text)) this.writes += 1;
      if (LINE_WRITES.test(text)) this.lineWrites += 1;
      this.#kernel.touch();
    };
    const run = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.#pass(owner);
      const result = await work();
      await this.#pass(owner);
      return result;
    };
    const { client } = this;
    const connection = Object.create(client, {
      query: {
        value: (text: string, ...rest: []) =>
          run(async () => {
            count(text);
            const sent = this.#sent(text);
            return sent === undefined ? LOST : client.query(sent, ...rest);
          }),
      },
      transaction: {
        value: <T>(work: (tx: Transaction) => Promise<T>) =>
          run(() =>
            client.transaction((tx) => {
              const query = async (text: string, ...rest: []): Promise<Results<never>> => {
                count(text);
                const sent = this.#sent(text);
                return sent === undefined ? LOST : tx.query(sent, ...rest);
              };
              return work({ ...tx, query: query as Transaction['query'] });
            }),
          ),
      },
    }) as EmbeddedClient;
    return {
      db: drizzle(connection),
      competeForJobs: (onHeld) => this.#compete(owner, onHeld),
      close: async () => undefined,
    };
  }

  /** Returns what is sent in place of a statement; undefined if it is lost. */
  #sent(text: string): string | undefined {
    if (!this.#mistake?.pattern.test(text)) return text;
    const { pattern, by } = this.#mistake;
    return by === undefined ? undefined : text.replace(pattern, by);
  }

  /** The way to the server or back: now and then it takes some time, in which others run. */
  async #pass(owner: Owner): Promise<void> {
    if (this.#random.chance(0.15)) await this.#kernel.wait(this.#random.between(0.5, 20));
    if (owner.dead) await new Promise(() => undefined);
    if (this.#down) throw Object.assign(new Error(OUTAGE), { code: 'ECONNREFUSED' });
  }

  #compete(owner: Owner, onHeld: () => void): ReturnType<Database['competeForJobs']> {
    let released = false;
    const isHeld = () => !released && this.#jobsHolder?.owner === owner;
    const attempt = () => {
      if (released || owner.dead) return;
      const holder = this.#jobsHolder;
      if (holder?.owner.dead) holder.lostAt ??= this.#kernel.now + LOCK_IDLE_MS;
      if (!holder || (holder.lostAt ?? Number.POSITIVE_INFINITY) <= this.#kernel.now) {
        this.#jobsHolder = { owner };
        return onHeld();
      }
      this.#kernel.after(LOCK_RETRY_MS, attempt, owner);
    };
    attempt();
    return {
      isHeld,
      release: async () => {
        if (isHeld()) this.#jobsHolder = undefined;
        released = true;
      },
    };
  }
}
