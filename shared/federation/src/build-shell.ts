/** Builds the shell, and the files at the site's root that go with it. */
import { writeFile } from 'node:fs/promises';
import { publishBrands } from '@shared/brand-kit';
import { compile } from './compile.ts';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';

/**
 * The shell into `dist`, with what lies in `shell/public`, what is drawn for each brand there, and a `config.json` to be edited by
 * whoever deploys it.
 * @throws where a brand isn't fit to be published
 */
export async function buildShell(dist: string): Promise<void> {
  await compile(`${ROOT}shell`, () => dist);
  for (const note of await publishBrands(dist)) console.log(note);
  await writeFile(`${dist}/config.json`, `${JSON.stringify(siteConfig(), null, 2)}\n`);
}
