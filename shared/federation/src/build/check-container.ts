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
/** Files of `@shared/{ui,client,contract}` that hold no state may be bundled. */
const SHARED_SOURCE =
  /[\\/]@?shared[\\/]((client|contract|router|state)[\\/]src[\\/](?!fetch-verified\.|start-errors\.|(use-)?write-(once|key)|use-single-flight\.|user-id\.|opened-link\.|pending-orders\.|statement-ranges\.|support-phone\.|payback\.|read-setting\.|releases\.|settings\.|tags\.|waiting-line\.|guest-(amounts|charge|session)\.|vehicle-name\.|parse-url\.|url-layout\.|view-names\.).*|ui[\\/]src[\\/](index|overlays[\\/]modal-stack))\.tsx?$/;

/**
 * Returns the files of shared modules that were bundled into a container. It should have none: a
 * second copy of React or of jotai's store would break the page silently.
 */
export function bundledSharedFiles(container: Rspack.Stats): string[] {
  const files = [...container.compilation.fileDependencies];
  return files.filter((file) => SHARED_PACKAGES.test(file) || SHARED_SOURCE.test(file));
}
