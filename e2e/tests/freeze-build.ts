/** `pnpm freeze`: stores the build in `frozen-build.br`, for the tests of old and new builds. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readKept } from '../../shared/federation/src/build/kept-files.ts';
import { FROZEN_FILE } from './frozen-build.ts';

const DIST = resolve(import.meta.dirname, '../../dist');
/** The shell, the registry, and each remote's versions; without standalone pages and brands. */
const WANTED =
  /^(?:index\.html|remotes\.json|static\/.+\.(?:js|css)|remotes\/[\w-]+\/\d[^/]+\/[^/]+\.(?:js|css))$/;
/** In bytes. Larger files of remotes are map and scanner libraries, which the tests don't need. */
const MAX_SIZE = 70_000;

const replaced = Object.keys(await readKept(DIST));
const files: Record<string, string> = {};
for (const file of (await readdir(DIST, { recursive: true })).sort()) {
  if (!WANTED.test(file) || replaced.some((path) => `${file}/`.startsWith(`${path}/`))) continue;
  const isLarge = file.startsWith('remotes/') && (await stat(`${DIST}/${file}`)).size > MAX_SIZE;
  if (!isLarge) files[`/${file}`] = await readFile(`${DIST}/${file}`, 'utf8');
}
const text = Buffer.from(JSON.stringify(files));
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
await writeFile(FROZEN_FILE, packed);
console.log(`${Object.keys(files).length} files, ${(packed.length / 1024).toFixed(0)} KB`);
