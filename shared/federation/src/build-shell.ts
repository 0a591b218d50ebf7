import { writeFile } from 'node:fs/promises';
import { publishBrands } from '@shared/brand-kit';
import { compile } from './compile.ts';
import { writeShellApi } from './needs.ts';
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
}
