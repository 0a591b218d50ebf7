import { readdir, writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { publishBrands } from '@shared/brand-kit';
import { CONTRACT_VERSION } from '@shared/contract';
import { SHELL_PRERENDER, type ShellPrerender } from '@shared/registry/first-view';
import { integrityOf, SERVER_INTEGRITY } from '@shared/registry/integrity';
import { writeShellApi } from '../api/needs.ts';
import { INLINE_NAME, PRERENDER_FOLDER, SERVER_NAME } from '../bundler/prerender-names.ts';
import { assertSupported } from '../bundler/supported-browsers.ts';
import { ROOT } from '../workspace.ts';
import { type Chunk, chunkFiles, compile, filesOfRequest } from './compile.ts';
import { moveSourceMaps } from './source-maps.ts';
import { webAppConfig } from './web-app-config.ts';

/**
 * Builds the shell into `dist`, with the files of `shell/public`, the files drawn for each brand,
 * and a `config.json` for the operator to edit.
 * @returns the paths of the scripts that each `import()` of the shell loads, by name of the
 * imported file
 * @throws if a brand has a problem
 */
export async function buildShell(dist: string): Promise<Record<string, string[]>> {
  const stats = await compile(`${ROOT}shell`, () => dist);
  await moveSourceMaps(dist);
  await assertSupported(dist, `${PRERENDER_FOLDER}/${SERVER_NAME}.`);
  for (const note of await publishBrands(dist)) console.log(note);
  await writeFile(`${dist}/config.json`, `${JSON.stringify(webAppConfig(), null, 2)}\n`);
  await writeShellApi(dist);
  await writePrerender(dist);
  const page = stats.filter(({ compilation }) => compilation.name === 'web').flatMap(chunkFiles);
  return lazyScripts(page.filter(({ requests }) => !requests.includes('index')));
}

/** Records the files with which the server renders first views. */
async function writePrerender(dist: string): Promise<void> {
  const names = await readdir(`${dist}/${PRERENDER_FOLDER}`);
  const record = async (prefix: string) => {
    const file = names.find((name) => name.startsWith(`${prefix}.`) && name.endsWith('.js'));
    if (!file) throw new Error(`the shell's build has no ${PRERENDER_FOLDER}/${prefix}`);
    const url = `/${PRERENDER_FOLDER}/${file}`;
    return { url, integrity: await integrityOf(`${dist}${url}`, SERVER_INTEGRITY) };
  };
  const prerender: ShellPrerender = {
    contract: CONTRACT_VERSION,
    server: await record(SERVER_NAME),
    inline: await record(INLINE_NAME),
  };
  await writeFile(`${dist}${SHELL_PRERENDER}`, `${JSON.stringify(prerender, null, 2)}\n`);
}

function lazyScripts(chunks: Chunk[]): Record<string, string[]> {
  const requests = new Set(chunks.flatMap(({ requests }) => requests));
  return Object.fromEntries(
    [...requests]
      .filter((request) => /\.tsx?$/.test(request))
      .sort()
      .map((request) => [
        parse(request).name,
        filesOfRequest(chunks, request)
          .filter((file) => file.endsWith('.js'))
          .map((file) => `/${file}`),
      ]),
  );
}
