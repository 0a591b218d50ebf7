import { spawnSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCES = [
  'shell/public',
  'shell/src',
  'shell/rsbuild.config.ts',
  'remotes',
  'shared',
  'pnpm-lock.yaml',
];
const NOT_SOURCES = new Set(['node_modules', 'dist']);

/**
 * Builds the web app into `dist` if it is missing or a source is newer than its page.
 * @throws if the build fails; the build prints the reason
 */
export async function buildIfStale(root: string): Promise<void> {
  const built = await changedAt(`${root}dist/index.html`);
  const registered = await changedAt(`${root}dist/remotes.json`);
  const changed = Math.max(...(await Promise.all(SOURCES.map((source) => newestIn(`${root}${source}`)))));
  if (registered > 0 && built > changed) return;
  console.log('Building the web app…');
  const { status, signal, error } = spawnSync(process.execPath, ['shared/federation/src/build.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error) throw new Error(`The web app could not be built: ${error.message}`, { cause: error });
  if (status !== 0)
    throw new Error(`The web app could not be built: the build ended with ${signal ?? status}.`);
}

/** Returns the modification time in ms since 1970; 0 if the file doesn't exist. */
const changedAt = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

async function newestIn(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return changedAt(path);
  const times = entries
    .filter(({ name }) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => (entry.isDirectory() ? newestIn : changedAt)(join(path, entry.name)));
  return Math.max(0, ...(await Promise.all(times)));
}
