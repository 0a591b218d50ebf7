import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A file's subresource integrity, `sha384-…`. */
export async function integrityOf(file: string): Promise<string> {
  return `sha384-${createHash('sha384')
    .update(await readFile(file))
    .digest('base64')}`;
}
