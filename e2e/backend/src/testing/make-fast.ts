/** Prepares the demo database in `DATA_DIR` for simulated charges faster than real ones. */
import { openDatabase } from '../db/open-database.ts';
import { allowFastClocks } from './fast-clocks.ts';

const { DATA_DIR: dataDir } = process.env;
if (!dataDir) throw new Error('set DATA_DIR to the folder of the database');
const database = await openDatabase({ dataDir });
await allowFastClocks(database.db);
await database.close();
