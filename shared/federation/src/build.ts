/** `pnpm build`: builds the whole static web app into `dist/`. */
import { rm } from 'node:fs/promises';
import { publishStableFiles } from '@shared/registry/stable-files';
import pMap from 'p-map';
import { checkOutsideRemotes } from './api/check-shell.ts';
import { buildVersion, readRemote, selfDescription } from './build/build-remote.ts';
import { buildShell } from './build/build-shell.ts';
import {
  assertWithinBudgets,
  javaScriptSizes,
  readSizes,
  sizeTable,
  writeSizes,
} from './build/javascript-sizes.ts';
import { replaceWebApp, restoreWebApp } from './build/replace-web-app.ts';
import { assertKeyPair } from './registry/signing.ts';
import { DIST, ROOT, remoteNames } from './workspace.ts';

/** Parallel builds; each keeps a core busy. */
const concurrency = 2;

const started = performance.now();
assertKeyPair(process.env);
// Built elsewhere and renamed when complete, so that a running server keeps serving the old one.
const webApp = `${ROOT}.cache/web-app`;
await rm(webApp, { recursive: true, force: true });
const folders = { dist: DIST, replaced: `${ROOT}.cache/replaced-web-app` };
await restoreWebApp(folders);
const describe = async (name: string) => ({
  name,
  live: selfDescription(await readRemote(`${ROOT}remotes/${name}`, name)),
});
// Fail before the build; `replaceWebApp` checks again.
await checkOutsideRemotes(DIST, await Promise.all(remoteNames().map(describe)), `${ROOT}shell/public`);
const shellScreens = await buildShell(webApp);
const buildAndPublish = async (name: string) => {
  const { record: live } = await buildVersion(name, webApp);
  await publishStableFiles(name, live, webApp);
  return { name, live, previous: undefined };
};
const remotes = await pMap(remoteNames(), buildAndPublish, { concurrency });
const sizes = await javaScriptSizes(webApp, remotes, shellScreens);
for (const line of sizeTable(sizes, await readSizes(DIST))) console.log(line);
assertWithinBudgets(sizes);
await writeSizes(webApp, sizes);
for (const line of await replaceWebApp(webApp, remotes, folders)) console.log(line);
console.log(`built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
