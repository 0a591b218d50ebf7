/** The version of a remote depends on its source only. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { ROOT } from '../workspace.ts';
import { stampVersion } from './change-files.ts';
import { compile } from './compile.ts';

const PAGES = 12;

/** Writes a remote without shared modules, which is built in less than a second. */
async function writeRemote(folder: string) {
  await mkdir(`${folder}/src`, { recursive: true });
  for (let at = 0; at < PAGES; at++)
    await writeFile(
      `${folder}/src/page${at}.ts`,
      `export const Component = () => 'page ${at}' + import.meta.url;`,
    );
  const routes = Array.from({ length: PAGES }, (_, at) => `() => import('./page${at}.ts')`);
  await writeFile(`${folder}/src/remote.ts`, `export default { routes: [${routes}] };`);
  await writeFile(
    `${folder}/rsbuild.config.ts`,
    `import { remoteConfig } from '${ROOT}shared/federation/src/index.ts';
    const { environments, ...config } = remoteConfig('tiny');
    export default { ...config, environments: { container: environments?.container ?? {} } };`,
  );
}

/** Returns the version's hash, and its files. */
async function build(folder: string, output: string) {
  let hash = '';
  await compile(folder, () => output, [
    stampVersion((stamped) => {
      hash = stamped;
    }),
  ]);
  const files = (await readdir(output)).filter((file) => /\.(js|css)$/.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(`${output}/${file}`, 'utf8')));
  return { hash, files: new Map(files.map((file, at) => [file, texts[at]])) };
}

test('the same source gives the same version and bytes, whatever was built before, in any folder and wherever the command runs', async () => {
  // Inside the workspace, so that its packages resolve.
  await mkdir(`${ROOT}.cache`, { recursive: true });
  const work = await mkdtemp(`${ROOT}.cache/tiny-`);
  const folder = process.cwd();
  try {
    await writeRemote(`${work}/one`);
    await writeRemote(`${work}/other`);
    const first = await build(`${work}/one`, `${work}/first`);
    // Its package.json has a version; the workspace's has none.
    process.chdir(`${ROOT}shared/federation`);
    expect(await build(`${work}/other`, `${work}/second`)).toEqual(first);
    // Rspack's own order is random, but hardly ever with such a small remote.
    const [, list = ''] = /sriHashes=\{([^}]*)\}/.exec(first.files.get('entry.js') ?? '') ?? [];
    const hashes = list.split(',');
    expect(hashes).toHaveLength(PAGES);
    expect(hashes).toEqual(hashes.toSorted());
  } finally {
    process.chdir(folder);
    await rm(work, { recursive: true });
  }
});
