import { resolve } from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import { createRsbuild } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { shared } from '../shared.ts';

/** Builds it with Module Federation's ordinary plugin. */
export async function buildWithRsbuild(folder: string, origin: string): Promise<void> {
  const rsbuild = await createRsbuild({
    cwd: import.meta.dirname,
    config: {
      mode: 'production',
      logLevel: 'error',
      plugins: [
        pluginReact(),
        pluginModuleFederation({
          name: 'promotions',
          exposes: { './remote': './remote.ts' },
          shared,
          dts: false,
        }),
      ],
      source: { entry: { index: resolve(import.meta.dirname, '../banner.tsx') } },
      output: { distPath: { root: folder }, assetPrefix: `${origin}/`, cleanDistPath: true },
    },
  });
  await (await rsbuild.build()).close();
}
