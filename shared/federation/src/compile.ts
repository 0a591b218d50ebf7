import { createRsbuild, loadConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core';

/**
 * Builds a package for production by its own `rsbuild.config.ts`.
 * @param outputOf folder for the files of an environment
 * @returns what the bundler knows of each environment
 */
export async function compile(
  folder: string,
  outputOf: (environment: string) => string,
  plugins: RsbuildPlugin[] = [],
): Promise<Rspack.Stats[]> {
  // Read by the preset while the configuration is loaded.
  process.env.NODE_ENV = 'production';
  const { content } = await loadConfig({ cwd: folder, loader: 'native' });
  const rsbuild = await createRsbuild({ cwd: folder, config: { ...content, logLevel: 'warn' } });
  rsbuild.addPlugins([outputInto(outputOf), ...plugins]);
  const { stats, close } = await rsbuild.build();
  await close();
  if (!stats) throw new Error(`${folder} answered no statistics`);
  return 'stats' in stats ? stats.stats : [stats];
}

function outputInto(outputOf: (environment: string) => string): RsbuildPlugin {
  return {
    name: 'output-into',
    setup(api) {
      api.modifyEnvironmentConfig((config, { name }) => {
        config.output.distPath.root = outputOf(name);
      });
    },
  };
}
