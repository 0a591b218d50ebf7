import type { Db } from './database.ts';

/**
 * Returns a function that builds a statement once per database. For statements that run with every
 * message: building one takes longer than sending it.
 * @param build ends with Drizzle's `prepare`, and has placeholders for what differs
 */
export function prepareOnce<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const statement = built.get(db) ?? build(db);
    built.set(db, statement);
    return statement;
  };
}
