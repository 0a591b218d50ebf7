import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Windows refuses a rename while another process has the file open. */
const OPEN_ELSEWHERE = new Set(['EPERM', 'EACCES', 'EBUSY']);
const TRIES = 10;
const PAUSE_MS = 20;

/**
 * Replaces a file with a rename, so that no reader sees half of it and a crash leaves either the
 * old or the new content. Only one process at a time may replace the same file.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${file}.new`;
  // Without the flush, a power failure after the rename can leave an empty file.
  await writeFile(fresh, content, { flush: true });
  await renameOver(fresh, file);
}

export const replaceJson = (file: string, value: unknown): Promise<void> =>
  replaceFile(file, `${JSON.stringify(value, null, 1)}\n`);

/** Returns what `replaceJson` wrote; undefined if the file is missing. */
export async function readJson<T>(file: string): Promise<T | undefined> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
}

/** Renames, and retries while another process has the target open. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let number = 1; ; number++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (number === TRIES || !OPEN_ELSEWHERE.has(codeOf(error) ?? '')) throw error;
      await setTimeout(PAUSE_MS * number);
    }
  }
}

/** Returns the code of a system error, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
