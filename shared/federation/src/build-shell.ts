import { writeFile } from 'node:fs/promises';
import { parse } from 'node:path';
import { publishBrands } from '@shared/brand-kit';
import { type Chunk, chunkFiles, filesOfRequest } from './chunk-files.ts';
import { compile } from './compile.ts';
import { writeShellApi } from './needs.ts';
import { ROOT } from './preset.ts';
import { siteConfig } from './site-config.ts';
import { takeMaps } from './source-maps.ts';

/**
 * Builds the shell into `dist`, with the files of `shell/public`, the files drawn for each brand,
 * and a `config.json` for the operator to edit.
 * @returns the paths of the scripts that each `import()` of the shell loads, by the imported file's name
 * @throws if a brand has a problem
 */
export async function buildShell(dist: string): Promise<Record<string, string[]>> {
  const stats = await compile(`${ROOT}shell`, () => dist);
  await takeMaps(dist);
  for (const note of await publishBrands(dist)) console.log(note);
  await writeFile(`${dist}/config.json`, `${JSON.stringify(siteConfig(), null, 2)}\n`);
  await writeShellApi(dist);
  const page = stats.filter(({ compilation }) => compilation.name === 'web').flatMap(chunkFiles);
  return lazyScripts(page.filter(({ requests }) => !requests.includes('index')));
}

function lazyScripts(chunks: Chunk[]): Record<string, string[]> {
  const requests = new Set(chunks.flatMap(({ requests }) => requests));
  return Object.fromEntries(
    [...requests]
      .filter((request) => /\.tsx?$/.test(request))
      .sort()
      .map((request) => [
        parse(request).name,
        filesOfRequest(chunks, request)
          .filter((file) => file.endsWith('.js'))
          .map((file) => `/${file}`),
      ]),
  );
}
