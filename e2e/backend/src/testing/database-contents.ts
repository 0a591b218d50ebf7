import pg from 'pg';
import { type Connection, type Contents, readContents, setTextFormat } from '../data/contents.ts';
import type { DatabaseOptions } from '../platform/database/database.ts';
import { EmbeddedClient } from '../platform/database/embedded-client.ts';

/** Reads every row of a database on a server, or of an embedded one that no process has open. */
export async function databaseContents({ databaseUrl, dataDir }: DatabaseOptions): Promise<Contents> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return read(client).finally(() => client.end());
  }
  const client = await EmbeddedClient.open(dataDir ? { dataDir } : {});
  return read(client).finally(() => client.close());
}

async function read(connection: Connection): Promise<Contents> {
  await connection.query('begin');
  await setTextFormat(connection);
  return readContents(connection);
}
