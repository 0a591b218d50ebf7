import { existsSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { collectGarbage, withPromptCollection } from '../small-heap.ts';
import { type Database, type DatabaseOptions, MIGRATIONS } from './database.ts';
import { EmbeddedClient } from './embedded-client.ts';
import { claimFolder } from './one-process.ts';

type EmbeddedOptions = Pick<DatabaseOptions, 'dataDir' | 'image'>;

/** Opens PGlite, in memory if no folder is given. Only one process at a time can open a folder. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir } = options;
  const release = dataDir ? claimFolder(dataDir) : () => undefined;
  const client = await openClient(options).catch((error: unknown) => {
    release();
    throw error;
  });
  const db = drizzle(client);
  return {
    db,
    // No other process can open the database.
    competeForJobs(onHeld) {
      let held = true;
      onHeld();
      return {
        isHeld: () => held,
        async release() {
          held = false;
        },
      };
    },
    async close() {
      await client.close();
      release();
    },
  };
}

/**
 * Creates the database in a folder that has none. This takes 400 MB for a while, so a program for small
 * machines does it before it loads the rest of its code.
 */
export async function createFolder(dataDir: string): Promise<void> {
  if (existsSync(`${dataDir}/PG_VERSION`)) return;
  await withPromptCollection(async () => {
    const { close } = await openEmbedded({ dataDir });
    await close();
  });
  await collectGarbage();
}

/** Opens PGlite and migrates it. The caller must claim the folder. */
export async function openClient({ dataDir, image }: EmbeddedOptions): Promise<EmbeddedClient> {
  try {
    const client = await EmbeddedClient.open({
      ...(dataDir && { dataDir }),
      ...(image && { loadDataDir: image }),
    });
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    return client;
  } catch (cause) {
    // PGlite's errors have no message, or the same one for each of these.
    const problem = dataDir
      ? ` in ${dataDir}: the disk is full, this user may not write to it, or it is damaged. To delete it and start with an empty one: pnpm start --reset`
      : '';
    throw new Error(`Can't open the database${problem}`, { cause });
  }
}
