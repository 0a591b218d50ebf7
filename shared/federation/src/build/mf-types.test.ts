import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, test } from '@rstest/core';
import { exposedModules, MF_TYPES, mfManifest } from '@shared/registry/mf-manifest';
import { unzipSync } from 'fflate';
import { readReports } from '../api/report-files.ts';
import { tsc } from '../api/tsc.ts';
import { fakeBuild } from '../publish/fake-version.testing.ts';
import { writeTypes } from './mf-types.ts';

const require = createRequire(import.meta.url);
/** What a host's build fetches types with. */
const { consumeTypes } = createRequire(require.resolve('@module-federation/rsbuild-plugin'))(
  '@module-federation/dts-plugin/core',
);

const HOST = `
import { mount } from 'recharges/mount';
import { mount as charger } from 'recharges/screens/charger';
import remote from 'recharges/remote';
const place = document.body;
const unmount: () => void = mount(place, { brand: 'aurora', path: 'charger/7' });
charger(place);
const name: string = remote.name;
// @ts-expect-error: no such option
mount(place, { colour: 'red' });
// @ts-expect-error: no element
mount('#place');
// @ts-expect-error: a remote's name isn't a number
const number: number = remote.name;
export { name, number, unmount };
`;

test("a host's build fetches the types by the manifest, and its compiler knows what is exposed", async () => {
  await using work = await mkdtempDisposable(`${tmpdir()}/host-`);
  const record = await fakeBuild('sites', '1.0.0-aa', work.path);
  await writeTypes(`${work.path}/types`, ['remote', 'mount', 'screens/charger'], await readReports());
  const manifest = mfManifest('sites', record, { folder: '1.0.0-aa/', isMountable: true, types: 'types/' });
  await writeFile(`${work.path}/mf-manifest.json`, JSON.stringify(manifest));
  await using server = createServer(async ({ url }, response) => {
    response.end(await readFile(work.path + decodeURIComponent(String(url))));
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  const entry = `http://127.0.0.1:${port}/mf-manifest.json`;
  await consumeTypes({
    host: {
      context: work.path,
      moduleFederationConfig: { name: 'host', remotes: { recharges: `recharges@${entry}` } },
      abortOnError: true,
      consumeAPITypes: true,
    },
  });

  const compilerOptions = {
    paths: { '*': ['./@mf-types/*'] },
    module: 'preserve',
    strict: true,
    skipLibCheck: true,
  };
  await writeFile(
    `${work.path}/tsconfig.json`,
    JSON.stringify({
      compilerOptions: { ...compilerOptions, noEmit: true, lib: ['ES2024', 'DOM'] },
      files: ['host.ts'],
    }),
  );
  await writeFile(`${work.path}/host.ts`, HOST);
  expect(await tsc(work.path)).toBe('');
  expect(await readFile(`${work.path}/@mf-types/recharges/apis.d.ts`, 'utf8')).toContain(
    "'recharges/screens/charger'",
  );
});

test('an archive has the types of our shared modules', async () => {
  await using work = await mkdtempDisposable(`${tmpdir()}/types-`);
  await writeTypes(work.path, ['remote'], await readReports());
  expect(Object.keys(unzipSync(await readFile(`${work.path}/${MF_TYPES.zip}`)))).toEqual([
    'remote.d.ts',
    ...['client', 'contract', 'router', 'state', 'ui'].map((name) => `shared/${name}.d.ts`),
  ]);
});

test('a remote without a page of its own exposes its table of contents alone', async () => {
  await using work = await mkdtempDisposable(`${tmpdir()}/host-`);
  expect(exposedModules(await fakeBuild('sites', '1.0.0-aa', work.path), false)).toEqual(['remote']);
});
