import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { freePort, isFree } from '../start/ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let home: string;
let occupant: Server;
let taken: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'dev-ports-'));
  // The two ports below must be free: the second test gives them to the shell and to the first
  // remote.
  do taken = await freePort();
  while (!(await isFree(taken - 1)) || !(await isFree(taken - 2)));
  occupant = createServer();
  await new Promise<void>((listening) => occupant.listen(taken, listening));
});
afterAll(async () => {
  await new Promise((closed) => occupant.close(closed));
  rmSync(home, { recursive: true });
});

/** Runs `pnpm dev` until it exits. */
function dev(port: number, ...args: string[]) {
  const database = join(home, 'database');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['e2e/dev.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: database, DATABASE_URL: '' },
    encoding: 'utf8',
    timeout: 25_000,
  });
  return { status, stdout, stderr, opened: existsSync(database) };
}

const sentence = (port: number) => `Port ${port} is taken. Choose another one: PORT=${port + 1} pnpm dev\n`;
const refusal = () => ({ status: 1, stdout: '', stderr: sentence(taken), opened: false });

test('pnpm dev says which port to choose when its port is taken, and opens no database', () => {
  expect(dev(taken)).toEqual(refusal());
});

test('pnpm dev says which port to choose when the port of a remote is taken, and opens no database', () => {
  expect(dev(taken - 2)).toEqual(refusal());
});

test('pnpm dev with a remote says what else it needs, and which remote does not exist', () => {
  for (const args of [['charging'], ['--shell', 'https://app.example'], ['charging', '--shell', 'app']])
    expect(dev(taken, ...args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pnpm dev <name>'),
    });
  expect(dev(taken, 'nobody', '--shell', 'https://app.example').stderr).toBe('There is no remotes/nobody\n');
});
