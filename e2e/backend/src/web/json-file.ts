import type * as z from 'zod/mini';
import type { SiteFiles } from './files.ts';

/**
 * Returns a function that reads the current version of a JSON file of the build, parsed once per
 * version; undefined if it is missing or invalid, which the shell reports.
 */
export function createJsonFile<S extends z.ZodMiniType>(files: SiteFiles, path: string, schema: S) {
  let hash: string | undefined;
  let read: z.output<S> | undefined;

  return async (): Promise<z.output<S> | undefined> => {
    const file = await files.find(path);
    if (file?.hash !== hash) {
      hash = file?.hash;
      read = file && schema.safeParse(parseJson(file.content)).data;
    }
    return read;
  };
}

/** Returns undefined for malformed JSON. Skips a byte-order mark, as browsers do. */
export function parseJson(content: Buffer | string): unknown {
  try {
    return JSON.parse(content.toString().replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
