import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * A database of a test's own on the server of `DATABASE_URL`, or undefined where there is none: then the test takes an
 * embedded one.
 */
export async function freshDatabase() {
  const server = process.env.DATABASE_URL;
  if (!server) return undefined;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `drop database ${name} with (force)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
