/** `pnpm build`: leaves the whole static site in `dist/`. */
import { rm } from 'node:fs/promises';
import { buildRemote, showStandalone } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { eachAtMost } from './each-at-most.ts';
import { remoteNames } from './ports.ts';
import { DIST } from './preset.ts';
import { writeRegistry } from './registry.ts';
import { printSizes } from './sizes.ts';

/** Builds that run at once: each keeps a core busy by itself. */
const AT_ONCE = 2;

const started = performance.now();
await rm(DIST, { recursive: true, force: true });
await buildShell(DIST);
const remotes = await eachAtMost(AT_ONCE, remoteNames(), async (name) => {
  const live = await buildRemote(name, DIST);
  await showStandalone(name, live.version, DIST);
  return { name, live, previous: undefined };
});
await writeRegistry(DIST, { remotes });
await printSizes(DIST);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
