import { readdir, readFile } from 'node:fs/promises';
import { integrityOfBytes, SERVER_INTEGRITY } from './integrity.ts';

const CODE = /\.(?:m?js|css|wasm)$/;
const HASH = /sha256-[A-Za-z\d+/]{43}=|sha384-[A-Za-z\d+/]{64}/g;
const NAMES_HASHES = /\.(?:js|html|json)$/;

/**
 * Returns the code files in `folder` whose hash is in no page, manifest or script there: browsers
 * would run them unverified.
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
