/** Finds the files that an `import()` of a built module loads. */
import type { Rspack } from '@rsbuild/core';

export interface Chunk {
  /** Its name, and the specifiers of the `import()`s that load it. */
  requests: string[];
  files: string[];
}

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
