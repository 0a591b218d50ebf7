/**
 * Makes the shell a host of module federation, and each remote a container. Production doesn't use
 * the plugin, because its runtime would be part of the shell and add 6 KB to each container: there
 * the shell provides the modules itself (`shell/src/remotes/loading/shared-modules.ts`).
 * Development does, for its DevTools. Types come from the workspace and versions from our own
 * registry, so the plugin handles neither.
 */
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { RsbuildPlugin } from '@rsbuild/core';
import { EXPOSED_MODULE } from '@shared/registry/names';
import { COMPILED_CONTAINER } from './development-entry.ts';
import { REFRESHING_REMOTE } from './runtime-files.ts';
import { SHARED_MODULES, sharedModules } from './shared-modules.ts';

/** The container's first file, which the registry names. */
const ENTRY = 'entry.js';

/** Lets the page provide the shared modules to Module Federation's runtime. */
export const developmentHost = (): RsbuildPlugin =>
  inDevelopment('web', {
    name: 'shell',
    shared: sharedModules('shell', true),
    experiments: { provideExternalRuntime: true },
  });

/**
 * Makes the environment `container` a container, which uses the page's shared modules.
 * @param name of its global
 */
export function containerFederation(name: string): RsbuildPlugin {
  if (isDevelopment()) {
    const exposed = isInDeployedShell() ? REFRESHING_REMOTE : './src/remote.ts';
    return inDevelopment('container', {
      name,
      exposes: { [`./${EXPOSED_MODULE}`]: { import: exposed, name: EXPOSED_MODULE } },
      filename: COMPILED_CONTAINER,
      shared: sharedModules('remote', !isInDeployedShell()),
      experiments: { externalRuntime: true },
    });
  }
  return {
    name: 'container',
    setup(api) {
      api.modifyRspackConfig((config, { environment }) => {
        if (environment.name !== 'container') return;
        // Names that are unique to the version, so that two versions in one page share nothing.
        const ofVersion = { uniqueName: name, chunkLoadingGlobal: `chunk_${name}` };
        config.output = { ...config.output, ...ofVersion, library: { type: 'var', name } };
        config.externalsType = 'var';
        config.externals = Object.fromEntries(
          SHARED_MODULES.map((module) => [module, `${name}.shared('${module}')`]),
        );
      });
    },
  };
}

type FederationOptions = Parameters<typeof pluginModuleFederation>[0];

const inDevelopment = (environment: string, options: FederationOptions): RsbuildPlugin =>
  pluginModuleFederation(
    {
      dts: false,
      shareStrategy: 'loaded-first',
      // `mf-manifest.json`, from which Module Federation's DevTools read what the page has loaded.
      manifest: {
        additionalData({ stats }) {
          stats.metaData.remoteEntry.name = ENTRY;
          return stats;
        },
      },
      ...options,
    },
    { environment },
  );

/** Build modes, from environment variables that the commands set. */

export const isDevelopment = () => process.env.NODE_ENV === 'development';

/** True for `pnpm dev NAME --shell`, since a deployed shell provides React's production build. */
export const isInDeployedShell = () => process.env.DEPLOYED_SHELL === '1';
