/**
 * Makes a demo database with so many sites more within 9 km of Curitiba's centre, out of the way of the demo's own:
 * `DATA_DIR=… node add-many-sites.ts 10000`.
 */
import { createBackend } from '../app.ts';
import { addManySites } from './many-sites.ts';

const { DATA_DIR: dataDir, SITE_DIR: siteDir } = process.env;
if (!dataDir) throw new Error('DATA_DIR names the folder of the database');
const backend = await createBackend({ dataDir, siteDir, host: '127.0.0.1', seed: true });
await addManySites(backend.context.db, {
  count: Number(process.argv[2]),
  around: { lat: -25.4284, lng: -49.2733 },
  radiusMetres: 9000,
});
await backend.close();
