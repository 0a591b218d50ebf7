/** `pnpm build`: builds the whole static site into `dist/`. */
import { rm } from 'node:fs/promises';
import { buildRemote } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { checkOutsideRemotes } from './check-shell.ts';
import { javaScriptSizes, readSizes, refuseOverBudgets, sizeTable, writeSizes } from './javascript-sizes.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { remoteNames } from './ports.ts';
import { DIST, ROOT } from './preset.ts';
import { showStandalone } from './put-in-place.ts';
import { replaceSite, restoreSite } from './replace-site.ts';
import { assertKeyPair } from './signing.ts';

/** Maximum number of parallel builds; each keeps a core busy. */
const AT_ONCE = 2;

const started = performance.now();
assertKeyPair(process.env);
// Built elsewhere and renamed when complete, so that a running server keeps its site meanwhile.
const site = `${ROOT}.cache/site`;
await rm(site, { recursive: true, force: true });
const folders = { dist: DIST, replaced: `${ROOT}.cache/replaced-site` };
await restoreSite(folders);
// Again at the end: this one fails before the build.
await checkOutsideRemotes(DIST);
const shellScreens = await buildShell(site);
const remotes = await mapWithLimit(AT_ONCE, remoteNames(), async (name) => {
  const live = await buildRemote(name, site);
  await showStandalone(name, live.version, site);
  return { name, live, previous: undefined };
});
const sizes = await javaScriptSizes(site, remotes, shellScreens);
for (const line of sizeTable(sizes, await readSizes(DIST))) console.log(line);
refuseOverBudgets(sizes);
await writeSizes(site, sizes);
for (const line of await replaceSite(site, remotes, folders)) console.log(line);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
