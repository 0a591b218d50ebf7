/**
 * Adds sites within 9 km of Curitiba's centre, far from the demo's own, to a demo database:
 * `DATA_DIR=… node add-many-sites.ts 10000`.
 */
import { createBackend } from '../app.ts';
import { addManySites } from './many-sites.ts';

const { DATA_DIR: dataDir, SITE_DIR: siteDir } = process.env;
if (!dataDir) throw new Error('set DATA_DIR to the folder of the database');
const backend = await createBackend({ dataDir, siteDir, host: '127.0.0.1', seed: true });
await addManySites(backend.context.db, {
  count: Number(process.argv[2]),
  around: { lat: -25.4284, lng: -49.2733 },
  radiusMetres: 9000,
});
await backend.close();
