import { createRsbuild, loadConfig, type RsbuildPlugin, type Rspack } from '@rsbuild/core';
import { sortChunkHashes } from './change-files.ts';

/**
 * Builds a package for production with its own `rsbuild.config.ts`.
 * @param outputOf returns the output folder of an environment
 * @param environment names of the environments to build, if not all
 * @returns the bundler's statistics for each environment
 */
export async function compile(
  folder: string,
  outputOf: (environment: string) => string,
  plugins: RsbuildPlugin[] = [],
  environment?: string[],
): Promise<Rspack.Stats[]> {
  // `preset.ts` reads it when the configuration is loaded.
  process.env.NODE_ENV = 'production';
  const { content } = await loadConfig({ cwd: folder, loader: 'native' });
  const rsbuild = await createRsbuild({ cwd: folder, environment, config: { ...content, logLevel: 'warn' } });
  rsbuild.addPlugins([setOutput(outputOf), sortChunkHashes(), ...plugins]);
  const { stats, close } = await rsbuild.build();
  await close();
  if (!stats) throw new Error(`the build of ${folder} returned no statistics`);
  return 'stats' in stats ? stats.stats : [stats];
}

function setOutput(outputOf: (environment: string) => string): RsbuildPlugin {
  return {
    name: 'set-output',
    setup(api) {
      api.modifyEnvironmentConfig((config, { name }) => {
        config.output.distPath.root = outputOf(name);
      });
    },
  };
}

export interface Chunk {
  /** Its name, and the specifiers of the `import()`s that load it. */
  requests: string[];
  files: string[];
}

/** Returns the files that each `import()` of a built module loads. */
export function chunkFiles(stats: Rspack.Stats): Chunk[] {
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, ids: true, chunkOrigins: true });
  return chunks.map(({ names = [], origins = [], files = [] }) => ({
    requests: [...names, ...origins.map(({ request }) => request)],
    files: files.filter((file) => /\.(js|css)$/.test(file)),
  }));
}

export function filesOfRequest(chunks: Chunk[], request: string): string[] {
  return chunks.filter(({ requests }) => requests.includes(request)).flatMap(({ files }) => files);
}
