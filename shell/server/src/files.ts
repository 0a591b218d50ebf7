/** Files of the build, read and compressed once per version. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseJson } from '@shared/contract';
import type * as z from 'zod/mini';
import { type Dictionary, type Encoding, encode, encodeBest, encodeWith } from './compression.ts';

/** Content types by file extension. */
export const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

export interface WebAppFile extends Dictionary {
  type: string;
  hash: string;
  encoded(encoding: Encoding): Promise<Buffer>;
  /** Encoded with an earlier version of the file, which the client has. */
  encodedWith(dictionary: WebAppFile): Promise<Buffer>;
}

export interface WebAppFiles {
  /**
   * Returns the file at a path, or undefined if there is none. Never one outside of the build, nor
   * a hidden one, such as `.remotes`, the history of the registry.
   */
  find(pathname: string): Promise<WebAppFile | undefined>;
}

const HIDDEN = /[/\\]\.(?!well-known\/)/;

/**
 * Reads a file again when it has changed on disk, so that publishing a remote needs no restart.
 * @param recompressAfterMs how long after the start files are encoded in Brotli again at the best
 *   quality, in the background and one at a time; never without it
 */
export function createWebAppFiles(
  root: string,
  { recompressAfterMs }: { recompressAfterMs?: number | undefined } = {},
): WebAppFiles {
  const cache = new Map<string, { version: string; file: WebAppFile }>();
  let last: Promise<void> = wait(recompressAfterMs ?? 0, undefined, { ref: false });
  /** One at a time, since password hashing uses the same threads. */
  const recompress = (work: () => Promise<void>) => {
    // If it fails, clients keep getting the first encoding.
    last = last.then(work).catch(() => {});
  };

  return {
    async find(pathname) {
      if (HIDDEN.test(pathname)) return undefined;
      const path = join(root, normalize(`${sep}${pathname}`));
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const version = `${found.mtimeMs}:${found.size}`;
      const cached = cache.get(path);
      if (cached?.version === version) return cached.file;
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const file = webAppFile(
        await readFile(path),
        type,
        recompressAfterMs === undefined ? undefined : recompress,
      );
      cache.set(path, { version, file });
      return file;
    },
  };
}

/** @param recompress schedules work in the background; without it, files are encoded once */
export function webAppFile(
  content: Buffer,
  type: string,
  recompress?: (work: () => Promise<void>) => void,
): WebAppFile {
  const encodings = new Map<string, Promise<Buffer>>();
  const encodeOnce = (key: string, encodeNow: () => Promise<Buffer>) => {
    const known = encodings.get(key);
    if (known) return known;
    const encoded = encodeNow();
    encodings.set(key, encoded);
    if (key === 'br')
      recompress?.(async () => {
        const best = encodeBest(content);
        await best;
        encodings.set(key, best);
      });
    return encoded;
  };
  const digest = createHash('sha256').update(content).digest();
  return {
    type,
    digest,
    hash: digest.toString('base64url').slice(0, 22),
    content,
    encoded: (encoding) => encodeOnce(encoding, () => encode(content, encoding)),
    encodedWith: (dictionary) => encodeOnce(dictionary.hash, () => encodeWith(dictionary, content)),
  };
}

/**
 * Returns a function that reads the current version of a file of the build, parsed once per version;
 * undefined if it is missing.
 */
export function createParsedFile<T>(
  files: WebAppFiles,
  path: string,
  parse: (content: Buffer) => T,
): () => Promise<T | undefined> {
  let hash: string | undefined;
  let read: T | undefined;
  return async () => {
    const file = await files.find(path);
    if (file?.hash !== hash) {
      hash = file?.hash;
      read = file && parse(file.content);
    }
    return read;
  };
}

/** The same for JSON; undefined also if it doesn't match the schema, which the shell reports. */
export const createJsonFile = <S extends z.ZodMiniType>(files: WebAppFiles, path: string, schema: S) =>
  createParsedFile(files, path, (content) => schema.safeParse(parseFile(content)).data);

/** Returns undefined for malformed JSON. Skips a byte-order mark, as browsers do. */
export const parseFile = (content: Buffer): unknown => parseJson(content.toString().replace(/^\uFEFF/, ''));

/** Returns files with one changed, once per version of that file and of what is added to it. */
export function withChangedFile(
  files: WebAppFiles,
  path: string,
  change: (file: WebAppFile, added: string) => WebAppFile,
  readAdded: () => Promise<string> = async () => '',
): WebAppFiles {
  let last: { key: string; file: WebAppFile } | undefined;
  return {
    async find(pathname) {
      const file = await files.find(pathname);
      if (pathname !== path || !file) return file;
      const added = await readAdded();
      const key = `${file.hash} ${added}`;
      if (last?.key !== key) last = { key, file: change(file, added) };
      return last.file;
    },
  };
}
