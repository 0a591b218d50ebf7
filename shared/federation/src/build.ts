/** `pnpm build`: leaves the whole static site in `dist/`. */
import { rm } from 'node:fs/promises';
import type { Registry } from '@shared/contract';
import { buildRemote, showStandalone } from './build-remote.ts';
import { buildShell } from './build-shell.ts';
import { eachAtMost } from './each-at-most.ts';
import { remoteNames } from './ports.ts';
import { DIST } from './preset.ts';
import { withLive, writeRegistry } from './registry.ts';
import { printSizes } from './sizes.ts';

/** Builds that run at once: each keeps a core busy by itself. */
const AT_ONCE = 2;

const started = performance.now();
await rm(DIST, { recursive: true, force: true });
await buildShell(DIST);
const built = await eachAtMost(AT_ONCE, remoteNames(), async (name) => {
  const live = await buildRemote(name, DIST);
  await showStandalone(name, live.version, DIST);
  return { name, live };
});
let registry: Registry = { remotes: [] };
for (const { name, live } of built) registry = withLive(registry, name, live);
await writeRegistry(DIST, registry);
await printSizes(DIST);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
