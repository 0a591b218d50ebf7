import { readdir, writeFile } from 'node:fs/promises';
import { publishBrands } from '@shared/brand-kit';
import { CONTRACT_VERSION } from '@shared/contract';
import { SHELL_PRERENDER, type ShellPrerender } from '@shared/contract/prerender';
import { compile } from './compile.ts';
import { integrityOf, SERVER_INTEGRITY } from './integrity.ts';
import { writeShellApi } from './needs.ts';
import { INLINE_NAME, PRERENDER_FOLDER, SERVER_NAME } from './prerender-names.ts';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';
import { takeMaps } from './source-maps.ts';

/**
 * Builds the shell into `dist`, with the files of `shell/public`, the files drawn for each brand,
 * and a `config.json` for the operator to edit.
 * @throws if a brand has a problem
 */
export async function buildShell(dist: string): Promise<void> {
  await compile(`${ROOT}shell`, () => dist);
  await takeMaps(dist);
  for (const note of await publishBrands(dist)) console.log(note);
  await writeFile(`${dist}/config.json`, `${JSON.stringify(siteConfig(), null, 2)}\n`);
  await writeShellApi(dist);
  await writePrerender(dist);
}

/** Records the files with which the server renders first views. */
async function writePrerender(dist: string): Promise<void> {
  const names = await readdir(`${dist}/${PRERENDER_FOLDER}`);
  const record = async (beginning: string) => {
    const file = names.find((name) => name.startsWith(`${beginning}.`) && name.endsWith('.js'));
    if (!file) throw new Error(`the shell's build has no ${PRERENDER_FOLDER}/${beginning}`);
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
