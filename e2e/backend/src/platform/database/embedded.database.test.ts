/** Only one process can open the embedded database's folder, and errors name the problem. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@rstest/core';
import { resetFolder } from './one-process.ts';
import { openDatabase } from './open-database.ts';

const home = mkdtempSync(join(tmpdir(), 'database-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('neither opens nor deletes a folder that another process has open', async () => {
  const dataDir = join(home, 'taken');
  // Ends with its input, that is with this process at the latest.
  const other = spawn('cat');
  writeFileSync(`${dataDir}.pid`, String(other.pid));
  await expect(openDatabase({ dataDir })).rejects.toThrow(`is open in process ${other.pid}`);
  expect(() => resetFolder(dataDir)).toThrow('is open in process');
  const exited = new Promise((resolve) => other.once('exit', resolve));
  other.kill();
  await exited;
  expect(() => resetFolder(dataDir)).not.toThrow();
});

test('does not open a folder that a process with the same id has open in another container', async () => {
  const dataDir = join(home, 'shared');
  const script = `Object.defineProperty(process, 'pid', { value: ${process.pid} });
    const { claimFolder } = await import('${new URL('./one-process.ts', import.meta.url)}');
    claimFolder('${dataDir}');
    console.log('open');
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(other.stdout, 'data');
  await expect(openDatabase({ dataDir })).rejects.toThrow(`is open in process ${process.pid}`);
  expect(() => resetFolder(dataDir)).toThrow('is open in process');
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(() => resetFolder(dataDir)).not.toThrow();
});

test('names all that may prevent opening a folder, before the command that deletes it', async () => {
  const dataDir = join(home, 'damaged');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'PG_VERSION'), 'nonsense');
  // The failed start holds no claim.
  for (let index = 0; index < 2; index++)
    await expect(openDatabase({ dataDir })).rejects.toThrow(/disk is full.*may not write.*damaged.*--reset/);
});

test('names the file that it cannot create beside the folder', async () => {
  const dataDir = join(home, 'unwritable');
  mkdirSync(`${dataDir}.lock`);
  await expect(openDatabase({ dataDir })).rejects.toThrow(`${dataDir}.lock`);
});
