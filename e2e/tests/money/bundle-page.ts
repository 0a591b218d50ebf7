import { readFile } from 'node:fs/promises';
import { Script } from 'node:vm';
import { createRsbuild, mergeRsbuildConfig } from '@rsbuild/core';
import { plainConfig } from '@shared/federation';

const OUT = `${import.meta.dirname}/../../../.cache/money-page`;
const NAME = 'page.js';

/** Bundles shell and wallet into one script, which any number of happy-dom windows can run. */
export async function bundlePage(): Promise<Script> {
  const config = mergeRsbuildConfig(plainConfig('./page-script.tsx'), {
    mode: 'production',
    logLevel: 'warn',
    security: { sri: { enable: false } },
    splitChunks: false,
    output: {
      distPath: { root: OUT, js: '' },
      filename: { js: NAME },
      emitCss: false,
      minify: false,
    },
    tools: {
      htmlPlugin: false,
      rspack: { module: { parser: { javascript: { dynamicImportMode: 'eager' } } } },
    },
  });
  const rsbuild = await createRsbuild({ cwd: import.meta.dirname, config });
  const { close } = await rsbuild.build();
  await close();
  const filename = `${OUT}/${NAME}`;
  return new Script(await readFile(filename, 'utf8'), { filename });
}
