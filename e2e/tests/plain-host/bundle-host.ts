import { createRsbuild } from '@rsbuild/core';

/** Bundles a web app that isn't ours into `folder`, as its own team would. */
export async function bundleHost(folder: string): Promise<void> {
  const rsbuild = await createRsbuild({
    cwd: import.meta.dirname,
    config: {
      mode: 'production',
      logLevel: 'warn',
      source: { entry: { index: './page.ts' } },
      html: { template: './index.html' },
      output: { distPath: { root: folder }, cleanDistPath: false },
    },
  });
  const { close } = await rsbuild.build();
  await close();
}
