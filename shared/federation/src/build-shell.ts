/** Builds the shell, and the files at the site's root that go with it. */
import { writeFile } from 'node:fs/promises';
import { createRsbuild, loadConfig } from '@rsbuild/core';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';

/** The shell into `dist`, with what lies in `shell/public` and a `config.json` to be edited by whoever deploys it. */
export async function buildShell(dist: string): Promise<void> {
  process.env.NODE_ENV = 'production';
  const folder = `${ROOT}shell`;
  const { content } = await loadConfig({ cwd: folder, loader: 'native' });
  const rsbuild = await createRsbuild({ cwd: folder, config: content });
  const { close } = await rsbuild.build();
  await close();
  await writeFile(`${dist}/config.json`, `${JSON.stringify(siteConfig(), null, 2)}\n`);
}
