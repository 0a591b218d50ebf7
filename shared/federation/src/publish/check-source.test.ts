import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { ROOT } from '../workspace.ts';
import { checkSource } from './check-source.ts';

let source: string;
beforeAll(async () => {
  await mkdir(`${ROOT}.cache`, { recursive: true });
  source = await mkdtemp(`${ROOT}.cache/checked-`);
  await writeFile(`${source}/value.ts`, 'export const value: number = "text";\n');
  await writeFile(`${source}/rstest.config.ts`, 'export default {};\n');
  await writeFile(
    `${source}/value.test.ts`,
    "import { expect, test } from '@rstest/core';\ntest('one is two', () => expect(1).toBe(2));\n",
  );
});
afterAll(async () => {
  rs.unstubAllEnvs();
  await rm(source, { recursive: true });
});

test('rejects a type error or a failing test unless that check is skipped, and hides secrets from the tests', async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await expect(checkSource(source, [], log)).rejects.toThrow(/tsc failed:[\s\S]*value\.ts.*TS2322/);
  await expect(checkSource(source, ['types'], log)).rejects.toThrow(/rstest failed:[\s\S]*one is two/);
  expect(lines).toEqual(['types: not checked']);
  await checkSource(source, ['types', 'tests'], log);
  await writeFile(`${source}/value.ts`, 'export const value: number = 1;\n');
  await rm(`${source}/value.test.ts`);
  await writeFile(
    `${source}/value.test.ts`,
    `import { expect, test } from '@rstest/core';
     test('sees no key', () => expect(JSON.stringify(process.env)).not.toContain('secret'));`,
  );
  lines.length = 0;
  for (const name of ['REMOTES_PRIVATE_KEY', 'REMOTES_PRIVATE_KEY_FILE', 'REMOTE_COUNTS_TOKEN'])
    rs.stubEnv(name, 'secret');
  await checkSource(source, [], log);
  expect(lines).toEqual(['types: ok', 'tests: ok']);
});
