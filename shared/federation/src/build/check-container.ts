import { readdir, readFile } from 'node:fs/promises';
import type { Rspack } from '@rsbuild/core';
import { integrityOfBytes, SERVER_INTEGRITY } from '@shared/registry/integrity';

const CODE = /\.(?:m?js|css|wasm)$/;
const HASH = /sha256-[A-Za-z\d+/]{43}=|sha384-[A-Za-z\d+/]{64}/g;
const NAMES_HASHES = /\.(?:js|html|json)$/;

/**
 * Returns the code files in `folder` that have no hash in a page, manifest or script there:
 * browsers would run them unverified.
 */
export async function unverifiedFiles(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
  const read = (path: string) => readFile(`${folder}/${path}`);
  const texts = await Promise.all(paths.filter((path) => NAMES_HASHES.test(path)).map(read));
  const named = new Set(texts.flatMap((text) => text.toString().match(HASH) ?? []));
  const hashes = await Promise.all(
    paths
      .filter((path) => CODE.test(path))
      .map(async (path) => {
        const bytes = await read(path);
        return [path, integrityOfBytes(bytes), integrityOfBytes(bytes, SERVER_INTEGRITY)] as const;
      }),
  );
  return hashes.filter((file) => !named.has(file[1]) && !named.has(file[2])).map(([path]) => path);
}

const SHARED_PACKAGES =
  /[\\/]node_modules[\\/](react|react-dom|react-router|jotai|@tanstack[\\/](query-core|react-query))[\\/].*\.[mc]?js$/;
/** Modules of shared packages that hold no state: a remote may bundle its own copy. */
const MAY_BE_BUNDLED = [
  'fetch-verified',
  'guest-amounts',
  'guest-charge',
  'guest-session',
  'opened-link',
  'parse-url',
  'payback',
  'pending-orders',
  'read-setting',
  'releases',
  'settings',
  'start-errors',
  'statement-names',
  'statement-ranges',
  'support-phone',
  'tags',
  'url-layout',
  'use-single-flight',
  'use-write-once',
  'use-write-once-in-memory',
  'user-id',
  'vehicle-name',
  'view-names',
  'waiting-line',
  'write-key',
  'write-once',
];
const SHARED_SOURCE = new RegExp(
  String.raw`[\\/]@?shared[\\/]((client|contract|router|state)[\\/]src[\\/](?!(${MAY_BE_BUNDLED.join('|')})\.).*|ui[\\/]src[\\/](index|overlays[\\/]modal-stack))\.tsx?$`,
);

/**
 * Returns the files of shared modules that were bundled into a container. It should have none: a
 * second copy of React or of jotai's store would break the page silently.
 */
export function bundledSharedFiles(container: Rspack.Stats): string[] {
  const files = [...container.compilation.fileDependencies];
  return files.filter((file) => SHARED_PACKAGES.test(file) || SHARED_SOURCE.test(file));
}
