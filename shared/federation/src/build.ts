/** `pnpm build`: builds the whole static site into `dist/`. */
import { rename, rm } from 'node:fs/promises';
import { buildRemote, showStandalone } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { mapWithLimit } from './map-with-limit.ts';
import { remoteNames } from './ports.ts';
import { DIST, ROOT } from './preset.ts';
import { writeRegistry } from './registry.ts';
import { printSizes } from './sizes.ts';

/** Maximum number of parallel builds; each keeps a core busy. */
const AT_ONCE = 2;

const started = performance.now();
// Built elsewhere and renamed when complete, so that a running server keeps its site meanwhile.
const site = `${ROOT}.cache/site`;
await rm(site, { recursive: true, force: true });
await buildShell(site);
const remotes = await mapWithLimit(AT_ONCE, remoteNames(), async (name) => {
  const live = await buildRemote(name, site);
  await showStandalone(name, live.version, site);
  return { name, live, previous: undefined };
});
await writeRegistry(site, { remotes });
await rm(DIST, { recursive: true, force: true });
await rename(site, DIST);
await printSizes(DIST);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
