import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { PrerenderModule, Remote } from '@shared/contract';
import { ROOT } from '../workspace.ts';
import { buildPrerender } from './build-prerender.ts';
import { compile } from './compile.ts';

/** A text that only the prerender has, and one that a screen imports on demand. */
const [SECRET, LAZY] = ['only for the server', 'only on demand'];

let work = '';
beforeAll(async () => {
  // Inside the workspace, so that its packages resolve.
  await mkdir(`${ROOT}.cache`, { recursive: true });
  work = await mkdtemp(`${ROOT}.cache/prerender-`);
});
afterAll(() => rm(work, { recursive: true }));

/** Writes a remote with one prerendered route. */
async function writeRemote(folder: string): Promise<void> {
  await mkdir(`${folder}/src/home`, { recursive: true });
  const write = (file: string, text: string) => writeFile(`${folder}/${file}`, text);
  await write('src/home/dialog.ts', `export const text = '${LAZY}';`);
  await write(
    'src/home/page.tsx',
    `import styles from './home.module.css';
    export const open = () => import('./dialog.ts');
    export const Component = () => <p className={styles.home}>page</p>;`,
  );
  await write('src/home/home.module.css', '.home { color: red; }');
  await write(
    'src/home/prerender.tsx',
    `import { useState } from 'react';
    import { Component as Page } from './page.tsx';
    export const reads = () => [{ queryKey: ['${SECRET}'] }];
    export const Component = () => (useState(), <Page />);`,
  );
  await write(
    'src/remote.ts',
    `export default { routes: [
      { path: '', lazy: () => import('./home/page.tsx'), prerender: () => import('./home/prerender.tsx') },
    ] };`,
  );
  await write(
    'rsbuild.config.ts',
    `import { remoteConfig } from '${ROOT}shared/federation/src/index.ts';
    const { environments = {}, ...config } = remoteConfig('tiny');
    const { container = {}, prerender = {} } = environments;
    export default { ...config, environments: { container, prerender } };`,
  );
}

const remoteWith = (prerender: () => Promise<PrerenderModule>): Remote => ({
  name: 'tiny',
  title: 'Tiny',
  owner: { team: 'Tiny', contact: 'tiny@faisca.example' },
  budgetKb: 1,
  routes: [{ path: '', lazy: async () => ({ Component: () => null }), prerender }],
});
// The build reads the path from the function's source and never calls it.
const inFile = (file: string) =>
  remoteWith(new Function(`return () => import('${file}')`)() as () => Promise<PrerenderModule>);

test("bundles the prerendered routes into one file that doesn't depend on the remote's location", async () => {
  const [one, other] = [`${work}/one`, `${work}/other/folder`];
  await Promise.all([one, other].map(writeRemote));
  const build = (folder: string) =>
    buildPrerender(folder, inFile('./home/prerender.tsx'), (environment) => `${folder}/${environment}`);
  const bundle = await build(one);
  expect((await build(other))?.equals(bundle ?? Buffer.alloc(0))).toBe(true);

  const module: { exports: { default?: unknown[] } } = { exports: {} };
  const imported: string[] = [];
  const require = (name: string) => {
    imported.push(name);
    return { useState: () => [], jsx: () => 'element' };
  };
  new Function('module', 'exports', 'require', String(bundle))(module, module.exports, require);
  const [route] = module.exports.default ?? [];
  expect(route).toMatchObject({ path: '', reads: expect.any(Function), Component: expect.any(Function) });
  expect(imported.sort()).toEqual(['react', 'react/jsx-runtime']);
  expect(String(bundle)).not.toContain(LAZY);
});

test('leaves the prerender out of the browser’s files', async () => {
  const folder = `${work}/browser`;
  await writeRemote(folder);
  await compile(folder, () => `${folder}/out`, [], ['container']);
  const files = (await readdir(`${folder}/out`)).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(`${folder}/out/${file}`, 'utf8')));
  expect(texts.join()).toContain(LAZY);
  expect(texts.join()).not.toContain(SECRET);
});

test('refuses a prerender in a file that browsers would load', async () => {
  const refused = buildPrerender(work, inFile('./home/server.tsx'), () => work);
  await expect(refused).rejects.toThrow("the prerender of '' is not in a prerender.tsx");
});

test('builds nothing for a remote without prerenders', async () => {
  const remote = { ...inFile('./x.tsx'), routes: [] };
  expect(await buildPrerender(work, remote, () => work)).toBeUndefined();
});
