/** Builds the shell, and the files at the site's root that go with it. */
import { writeFile } from 'node:fs/promises';
import { compile } from './compile.ts';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';

/** The shell into `dist`, with what lies in `shell/public` and a `config.json` to be edited by whoever deploys it. */
export async function buildShell(dist: string): Promise<void> {
  await compile(`${ROOT}shell`, () => dist);
  await writeFile(`${dist}/config.json`, `${JSON.stringify(siteConfig(), null, 2)}\n`);
}
