/** What the commands of `package.json` have in common. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@rstest/core';
import * as z from 'zod/mini';

const ROOT = resolve(import.meta.dirname, '../..');
const PackageFile = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = PackageFile.parse(JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')));
const commands = Object.entries(scripts).flatMap(([name, script]) =>
  /-command\.ts$|hosting/.test(script) ? [{ name, file: script.replace('node ', '') }] : [],
);

const run = promisify(execFile);
const runFile = (file: string, ...args: string[]) => run(process.execPath, [file, ...args], { cwd: ROOT });

test.each(commands)('pnpm $name --help prints its help', async ({ name, file }) => {
  const { stdout, stderr } = await runFile(file, '--help');
  expect(stdout).toMatch(new RegExp(`^pnpm ${name} `));
  expect(stderr).toBe('');
});

test('an unknown option is named below the help', async () => {
  await expect(
    runFile('e2e/backend/src/commands/refund-command.ts', '7', '--resaon', 'x'),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^pnpm refund (.|\n)*\n\nUnknown option '--resaon'/),
  });
});

test('a command without arguments prints its help', async () => {
  const { stdout } = await runFile('e2e/backend/src/commands/network-command.ts');
  expect(stdout).toMatch(/^pnpm network apply/);
});
