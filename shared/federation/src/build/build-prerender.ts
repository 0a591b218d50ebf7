import { readFile } from 'node:fs/promises';
import type { RsbuildPlugin } from '@rsbuild/core';
import type { Remote } from '@shared/contract';
import { PRERENDER, PRERENDER_FILE } from '../bundler/prerender-names.ts';
import { compile } from './compile.ts';

/** The server bundle in a version's folder. */
export const PRERENDER_BUNDLE = 'prerender.js';

/**
 * Builds the server bundle of a remote: one file that exports the prerendered routes. Returns
 * undefined if no route has a prerender.
 * @throws if a prerender isn't imported from a `prerender.tsx`: browsers would load any other file
 */
export async function buildPrerender(
  folder: string,
  { routes }: Remote,
  outputOf: (environment: string) => string,
): Promise<Buffer | undefined> {
  const prerendered = routes.flatMap(({ path, prerender }) => (prerender ? [{ path, prerender }] : []));
  if (prerendered.length === 0) return undefined;
  const lines = prerendered.map(({ path, prerender }, index) => {
    const file = importedBy(prerender);
    if (!PRERENDER_FILE.test(file)) throw new Error(`the prerender of '${path}' is not in a prerender.tsx`);
    return { imported: `import * as r${index} from './src/${file.slice(2)}';`, path };
  });
  const list = lines.map(({ path }, index) => `{ path: ${JSON.stringify(path)}, ...r${index} }`);
  const source = `${lines.map(({ imported }) => imported).join('\n')}\nexport default [${list.join(', ')}];\n`;
  await compile(folder, outputOf, [prerenderEntry(source)], [PRERENDER]);
  return readFile(`${outputOf(PRERENDER)}/${PRERENDER_BUNDLE}`);
}

/** Uses a `data:` module: it resolves from the remote's folder, and adds no path to the bundle. */
function prerenderEntry(source: string): RsbuildPlugin {
  return {
    name: 'prerender-entry',
    setup(api) {
      api.modifyRspackConfig((config, { environment }) => {
        if (environment.name === PRERENDER)
          config.entry = { prerender: `data:text/javascript,${encodeURIComponent(source)}` };
      });
    },
  };
}

/** `() => import('./page.tsx')` → `./page.tsx`; empty for anything else. */
export function importedBy(load: () => unknown): string {
  return /import\(\s*['"]([^'"]+)['"]/.exec(String(load))?.[1] ?? '';
}
