import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './database.ts';
import * as schema from './schema.ts';

/** Opens PGlite, in memory where no folder is given. One process at a time can have a folder open. */
export async function openEmbedded(
  dataDir: string | undefined,
  image: Blob | undefined,
  migrationsFolder: string,
): Promise<Database> {
  const client = await PGlite.create({ ...(dataDir && { dataDir }), ...(image && { loadDataDir: image }) });
  const db = drizzle(client, { schema });
  await migrate(db, { migrationsFolder });
  return {
    db,
    async listen(channel, heard) {
      await client.listen(channel, heard);
    },
    async notify(channel, payload) {
      await db.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    close: () => client.close(),
  };
}
