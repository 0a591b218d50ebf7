import type { RsbuildPlugin, Rspack } from '@rsbuild/core';

/** After minification, and before `stampVersion`. */
const STAGE_AFTER_SIZE = 1;

/** A list of two or more placeholders for the hashes of chunks. */
const ENTRY = '[\\w"]+:"\\*-\\*-\\*-CHUNK-SRI-HASH-[^"]*"';
const ENTRIES = new RegExp(`${ENTRY}(?:,${ENTRY})+`, 'g');

/**
 * Sorts the hashes of chunks in scripts. Rspack writes them in an order that depends on what else
 * the process has built, so the same source would give other bytes.
 */
export function sortChunkHashes(): RsbuildPlugin {
  return {
    name: 'sort-chunk-hashes',
    setup(api) {
      api.modifyRspackConfig((config) => {
        config.plugins ??= [];
        config.plugins.push({ apply: sortInScripts });
      });
    },
  };
}

function sortInScripts(compiler: Rspack.Compiler) {
  const { Compilation, sources } = compiler.rspack;
  const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + STAGE_AFTER_SIZE;
  compiler.hooks.thisCompilation.tap('sort-chunk-hashes', (compilation) => {
    compilation.hooks.processAssets.tap({ name: 'sort-chunk-hashes', stage }, (assets) => {
      for (const [name, asset] of Object.entries(assets)) {
        const text = name.endsWith('.js') ? asset.source() : undefined;
        if (typeof text !== 'string' || text.search(ENTRIES) < 0) continue;
        const sorted = sortedHashes(text);
        // The other parts of the script stay in their places, so the source map stays valid.
        const map = asset.map();
        compilation.updateAsset(
          name,
          map ? new sources.SourceMapSource(sorted, name, map) : new sources.RawSource(sorted),
        );
      }
    });
  });
}

const sortedHashes = (text: string) =>
  text.replace(ENTRIES, (entries) => entries.split(',').sort().join(','));
