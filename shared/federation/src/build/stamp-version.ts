import { createHash } from 'node:crypto';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { HASH_PLACEHOLDER } from '@shared/registry/names';

/**
 * Hashes what the `container` environment emits, and replaces the placeholder in it with that hash,
 * before file hashes and integrity are computed: those must match the final bytes.
 * @param others files of the version that the environment doesn't emit, by name
 */
export function stampVersion(onHash: (hash: string) => void, others: [string, Buffer][] = []): RsbuildPlugin {
  return {
    name: 'stamp-version',
    setup(api) {
      api.modifyRspackConfig((config, { environment }) => {
        if (environment.name !== 'container') return;
        config.plugins ??= [];
        config.plugins.push({ apply: (compiler: Rspack.Compiler) => stampAssets(compiler, onHash, others) });
      });
    },
  };
}

function stampAssets(compiler: Rspack.Compiler, onHash: (hash: string) => void, others: [string, Buffer][]) {
  const { Compilation, sources } = compiler.rspack;
  compiler.hooks.thisCompilation.tap('stamp-version', (compilation) => {
    // After `sortChunkHashes`.
    const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 2;
    compilation.hooks.processAssets.tap({ name: 'stamp-version', stage }, (assets) => {
      const own = Object.entries(assets).map(([name, asset]): [string, Buffer] => [name, asset.buffer()]);
      const hash = hashOf([...own, ...others]);
      onHash(hash);
      for (const [name, asset] of Object.entries(assets)) {
        const text = asset.source();
        if (typeof text !== 'string' || !text.includes(HASH_PLACEHOLDER)) continue;
        const stamped = text.replaceAll(HASH_PLACEHOLDER, hash);
        // The hash is as long as its placeholder, so the source map stays valid.
        const map = asset.map();
        compilation.updateAsset(
          name,
          map ? new sources.SourceMapSource(stamped, name, map) : new sources.RawSource(stamped),
        );
      }
    });
  });
}

function hashOf(files: [string, Buffer][]): string {
  const hash = createHash('sha256');
  for (const [name, content] of files.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update(content);
  return hash.digest('hex').slice(0, HASH_PLACEHOLDER.length);
}
