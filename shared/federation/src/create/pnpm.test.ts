import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { pnpm } from './pnpm.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/pnpm-`);
});
afterEach(async () => {
  rs.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('runs the pnpm that started the command, and throws its output when it fails', async () => {
  await writeFile(
    `${folder}/pnpm.cjs`,
    `require('fs').writeFileSync('called', process.argv.slice(2).join(' '));
     if (process.argv[2] === 'fail') { console.log('printed'); process.exit(1); }`,
  );
  rs.stubEnv('npm_execpath', `${folder}/pnpm.cjs`);
  pnpm(['pack', '--dry-run'], folder);
  expect(await readFile(`${folder}/called`, 'utf8')).toBe('pack --dry-run');
  expect(() => pnpm(['fail'], folder)).toThrow('pnpm fail failed:\nprinted');
});
