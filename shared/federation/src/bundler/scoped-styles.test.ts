import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRsbuild } from '@rsbuild/core';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { ROOT } from '../workspace.ts';
import { remoteConfig } from './preset.ts';
import { scopedStyles } from './scoped-styles.ts';

const LEAKS: [file: string, css: string, selector: string, reason: string][] = [
  ['element.module.css', 'h1 { color: red }', 'h1', 'it has no class'],
  ['every.module.css', '* { color: red }', '*', 'it has no class'],
  ['root.module.css', ':root { --brand: red }', ':root', 'it has no class'],
  ['attribute.module.css', '[hidden] { display: block }', '[hidden]', 'it has no class'],
  [
    'layer.module.css',
    '@layer ui { .a { color: red } a:hover { color: red } }',
    'a:hover',
    'it has no class',
  ],
  ['list.module.css', '.a, p { color: red }', 'p', 'it has no class'],
  ['not.module.css', 'a:not(.b) { color: red }', 'a:not(.b)', 'it has no class'],
  ['either.module.css', ':is(.a, p) { color: red }', ':is(.a, p)', 'it has no class'],
  ['nested.module.css', 'main { p { color: red } .a { color: red } }', 'p', 'it has no class'],
  ['value.module.css', '[title=".a"] { color: red }', '[title=".a"]', 'it has no class'],
  ['global.module.css', ':global(.card) { color: red }', ':global(.card)', 'remove :global'],
  ['plain.css', '.card { color: red }', '.card', 'rename the file to *.module.css'],
];
const LIMITED = `
  .a h1, .a:hover > * { color: red }
  .a { p { color: red } &[data-b] { color: red } }
  [data-b] { & .a { color: red } }
  html:has(.a) { color: red }
  :is(.a, .b) p { color: red }
  @media print { .a { color: red } }
  @keyframes turn { from { opacity: 0 } to { opacity: 1 } }
`;

let folder: string;
let output: string;
let passed: boolean;

beforeAll(async () => {
  await mkdir(`${ROOT}.cache`, { recursive: true });
  folder = await mkdtemp(`${ROOT}.cache/styles-`);
  const library = `${folder}/node_modules/map`;
  await mkdir(library, { recursive: true });
  await writeFile(`${library}/map.css`, '.map-canvas { color: red }');
  await writeFile(`${folder}/limited.module.css`, LIMITED);
  for (const [file, css] of LEAKS) await writeFile(`${folder}/${file}`, css);
  output = (await build(LEAKS.map(([file]) => file))) ?? '';
  passed = (await build(['limited.module.css', 'node_modules/map/map.css'])) === undefined;
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the build's errors, or undefined if there are none. */
async function build(files: string[]): Promise<string | undefined> {
  await writeFile(`${folder}/index.js`, files.map((file) => `import './${file}';`).join('\n'));
  let errors: string | undefined;
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      logLevel: 'silent',
      source: { entry: { index: './index.js' } },
      tools: { htmlPlugin: false, postcss: scopedStyles },
    },
  });
  rsbuild.onAfterCreateCompiler(({ compiler }) =>
    compiler.hooks.done.tap('errors', (stats) => {
      const found = stats.toJson({ all: false, errors: true }).errors ?? [];
      if (found.length > 0) errors = found.map(({ message }) => message).join('\n');
    }),
  );
  await rsbuild.build().catch((error: unknown) => {
    if (errors === undefined) throw error;
  });
  return errors;
}

for (const [file, , selector, reason] of LEAKS)
  test(`does not build the selector '${selector}', and names ${file}`, () => {
    expect(output).toContain(`${folder}/${file} '${selector}' would apply to the whole page: ${reason}`);
  });

test("builds selectors that only match near the remote's own classes, and a library's classes", () => {
  expect(passed).toBe(true);
});

test('checks the styles of every remote', () => {
  expect(remoteConfig('sites').environments?.container?.tools?.postcss).toBe(scopedStyles);
});
