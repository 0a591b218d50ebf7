import { federation } from '@module-federation/vite';
import { build } from 'vite';
import { shared } from '../shared.ts';

/** Builds it with Module Federation's ordinary plugin. */
export async function buildWithVite(folder: string, origin: string): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: `${origin}/`,
    logLevel: 'warn',
    plugins: [
      federation({
        name: 'offers',
        filename: 'remoteEntry.js',
        exposes: { './Promotion': '../promotion.tsx', './Banner': '../banner.tsx' },
        shared,
        manifest: true,
        dts: false,
      }),
    ],
    // The default is newer than the oldest supported browsers.
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
}
