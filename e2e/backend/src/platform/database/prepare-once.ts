import type { Db } from './database.ts';

/**
 * Returns a function that builds a statement once per database, and for transactions once per
 * connection to a server. For statements that run with every message or start: building one takes
 * longer than sending it.
 * @param build ends with Drizzle's `prepare`, and has placeholders for what differs
 */
export function prepareOnce<T>(build: (db: Db) => T): (db: Db) => T {
  // A transaction is another object each time; its session is that of its connection.
  const built = new WeakMap<object, T>();
  return (db) => {
    const { session } = db._;
    const statement = built.get(session) ?? build(db);
    built.set(session, statement);
    return statement;
  };
}
