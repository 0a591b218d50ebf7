/** Plugins that change emitted files after minification, before file hashes and integrity are computed. */
import { createHash } from 'node:crypto';
import type { RsbuildPlugin, Rspack } from '@rsbuild/core';
import { HASH_PLACEHOLDER } from '@shared/registry/names';

type Files = Record<string, Rspack.sources.Source>;

interface FileChange {
  name: string;
  /** Limits the changes to the files of this environment. */
  environment?: string;
  /** Place among the changes. */
  order: number;
  /** Returns a function that changes the text of one file. Source maps stay as they are. */
  changeOf: (files: Files) => (text: string, file: string) => string;
}

function changeFiles({ name, environment, order, changeOf }: FileChange): RsbuildPlugin {
  const apply = (compiler: Rspack.Compiler) => {
    const { Compilation, sources } = compiler.rspack;
    const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + order;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage }, (files) => {
        const change = changeOf(files);
        for (const [file, source] of Object.entries(files)) {
          const text = source.source();
          if (typeof text !== 'string') continue;
          const changed = change(text, file);
          if (changed === text) continue;
          const map = source.map();
          compilation.updateAsset(
            file,
            map ? new sources.SourceMapSource(changed, file, map) : new sources.RawSource(changed),
          );
        }
      });
    });
  };
  return {
    name,
    setup(api) {
      api.modifyRspackConfig((_, { environment: current, appendPlugins }) => {
        if (environment === undefined || environment === current.name) appendPlugins({ apply });
      });
    },
  };
}

/** A list of two or more placeholders for the hashes of chunks. */
const ENTRY = '[\\w"]+:"\\*-\\*-\\*-CHUNK-SRI-HASH-[^"]*"';
const ENTRIES = new RegExp(`${ENTRY}(?:,${ENTRY})+`, 'g');

/**
 * Sorts the hashes of chunks in scripts. Rspack writes them in an order that depends on what else
 * the process has built, so the same source would give other bytes. The other parts of the script
 * stay in their places.
 */
export const sortChunkHashes = (): RsbuildPlugin =>
  changeFiles({
    name: 'sort-chunk-hashes',
    order: 1,
    changeOf: () => (text, file) =>
      file.endsWith('.js') ? text.replace(ENTRIES, (entries) => entries.split(',').sort().join(',')) : text,
  });

/**
 * Hashes what the `container` environment emits, and replaces the placeholder in it, which is as long
 * as that hash.
 * @param others files of the version that the environment doesn't emit, by name
 */
export const stampVersion = (
  onHash: (hash: string) => void,
  others: [string, Buffer][] = [],
): RsbuildPlugin =>
  changeFiles({
    name: 'stamp-version',
    environment: 'container',
    order: 2,
    changeOf(files) {
      const own = Object.entries(files).map(([name, source]): [string, Buffer] => [name, source.buffer()]);
      const hash = hashOf([...own, ...others]);
      onHash(hash);
      return (text) => text.replaceAll(HASH_PLACEHOLDER, hash);
    },
  });

function hashOf(files: [string, Buffer][]): string {
  const hash = createHash('sha256');
  for (const [name, content] of files.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update(content);
  return hash.digest('hex').slice(0, HASH_PLACEHOLDER.length);
}
