import type * as z from 'zod/mini';
import type { SiteFiles } from './files.ts';

/**
 * Reads a JSON file of the site as it is on disk at that moment, parsed once for each version of it.
 * @returns undefined where it is missing or can't be read: that is the shell's to complain about
 */
export function createJsonFile<S extends z.ZodMiniType>(files: SiteFiles, path: string, schema: S) {
  let hash: string | undefined;
  let read: z.output<S> | undefined;

  return async (): Promise<z.output<S> | undefined> => {
    const file = await files.find(path);
    if (file?.hash !== hash) {
      hash = file?.hash;
      read = file && schema.safeParse(json(file.content)).data;
    }
    return read;
  };
}

function json(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}
