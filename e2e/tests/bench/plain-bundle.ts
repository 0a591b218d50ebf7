import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRsbuild } from '@rsbuild/core';
import { plainConfig } from '@shared/federation';
import type { LoadedFile } from './page-load.ts';

/** Builds the web app of `federatedDist` as one bundle without federation into `dist`. */
export async function buildPlainBundle(federatedDist: string, dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const cwd = `${import.meta.dirname}/plain`;
  const config = { ...plainConfig('./main.tsx'), mode: 'production' as const, logLevel: 'error' as const };
  const rsbuild = await createRsbuild({ cwd, config });
  rsbuild.addPlugins([
    {
      name: 'output-into',
      setup: (api) =>
        api.modifyEnvironmentConfig((environment) => {
          environment.output.distPath.root = dist;
        }),
    },
  ]);
  const { close } = await rsbuild.build();
  await close();
  // This build has no registry, so the page must not preload one.
  const html = await readFile(`${dist}/index.html`, 'utf8');
  await writeFile(`${dist}/index.html`, html.replace(/<link[^>]*remotes\.json[^>]*>/, ''));
  await copyFile(`${federatedDist}/config.json`, `${dist}/config.json`);
}

/**
 * Copies the bundle and adds a preload link for every script and style that the first card needs.
 */
export async function withPreloads(plain: string, dist: string, files: LoadedFile[]): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await cp(plain, dist, { recursive: true });
  const html = await readFile(`${plain}/index.html`, 'utf8');
  const links = files
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => /\.(js|css)$/.test(path) && !html.includes(path))
    .map(
      (path) =>
        `<link rel="preload" as="${path.endsWith('.css') ? 'style' : 'script'}" href="${path}" crossorigin="anonymous">`,
    );
  await writeFile(`${dist}/index.html`, html.replace('</head>', `${links.join('')}</head>`));
}
