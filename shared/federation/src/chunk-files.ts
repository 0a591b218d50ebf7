/** Which files a built module's `import()` needs. */
import type { Rspack } from '@rsbuild/core';

export interface Chunk {
  /** Its name, and what was written in the `import()`s that it serves. */
  requests: string[];
  /** Its files and those of the chunks that are loaded with it. */
  files: string[];
}

export function chunkFiles(stats: Rspack.Stats): Chunk[] {
  const { chunks = [] } = stats.toJson({
    all: false,
    chunks: true,
    ids: true,
    chunkRelations: true,
    chunkOrigins: true,
  });
  return chunks.map((chunk) => {
    const together = chunks.filter(({ id }) => id === chunk.id || chunk.siblings?.includes(id ?? ''));
    return {
      requests: [...(chunk.names ?? []), ...(chunk.origins ?? []).map(({ request }) => request)],
      files: together.flatMap(({ files = [] }) => files).filter((file) => /\.(js|css)$/.test(file)),
    };
  });
}

export function filesOfRequest(chunks: Chunk[], request: string): string[] {
  return chunks.find(({ requests }) => requests.includes(request))?.files ?? [];
}
