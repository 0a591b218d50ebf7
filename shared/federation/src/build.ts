/** `pnpm build`: builds the whole static site into `dist/`. */
import { rm } from 'node:fs/promises';
import { checkOutsideRemotes } from './api/check-shell.ts';
import { buildRemote } from './build/build-remote.ts';
import { buildShell } from './build/build-shell.ts';
import {
  assertWithinBudgets,
  javaScriptSizes,
  readSizes,
  sizeTable,
  writeSizes,
} from './build/javascript-sizes.ts';
import { publishStandalonePage } from './build/put-in-place.ts';
import { replaceSite, restoreSite } from './build/replace-site.ts';
import { assertKeyPair } from './registry/signing.ts';
import { DIST, ROOT, remoteNames } from './workspace.ts';

/** Maximum number of parallel builds; each keeps a core busy. */
const MAX_PARALLEL = 2;

const started = performance.now();
assertKeyPair(process.env);
// Built elsewhere and renamed when complete, so that a running server keeps serving the old one.
const site = `${ROOT}.cache/site`;
await rm(site, { recursive: true, force: true });
const folders = { dist: DIST, replaced: `${ROOT}.cache/replaced-site` };
await restoreSite(folders);
// Fail before the build; `replaceSite` checks again.
await checkOutsideRemotes(DIST);
const shellScreens = await buildShell(site);
const remotes = await mapWithLimit(MAX_PARALLEL, remoteNames(), async (name) => {
  const live = await buildRemote(name, site);
  await publishStandalonePage(name, live.version, site);
  return { name, live, previous: undefined };
});
const sizes = await javaScriptSizes(site, remotes, shellScreens);
for (const line of sizeTable(sizes, await readSizes(DIST))) console.log(line);
assertWithinBudgets(sizes);
await writeSizes(site, sizes);
for (const line of await replaceSite(site, remotes, folders)) console.log(line);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);

/** Calls `work` for each item, `limit` at a time. Rejects on the first failure. */
async function mapWithLimit<T, R>(limit: number, items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
