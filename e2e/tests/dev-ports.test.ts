import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WAIT_MS } from '../run/hang-limit.ts';
import { freePort, isFree } from '../start/ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let home: string;
let occupant: Server;
let takenPort: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'dev-ports-'));
  // The two ports below must be free: the second test gives them to the shell and to the first
  // remote.
  do takenPort = await freePort();
  while (!(await isFree(takenPort - 1)) || !(await isFree(takenPort - 2)));
  occupant = createServer();
  await new Promise<void>((listening) => occupant.listen(takenPort, listening));
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
    timeout: WAIT_MS,
  });
  return { status, stdout, stderr, opened: existsSync(database) };
}

const sentence = (port: number) => `Port ${port} is taken. Choose another one: PORT=${port + 1} pnpm dev\n`;
const refusal = () => ({ status: 1, stdout: '', stderr: sentence(takenPort), opened: false });

test('pnpm dev suggests another port when its port is taken, and opens no database', () => {
  expect(dev(takenPort)).toEqual(refusal());
});

test('pnpm dev suggests another port when the port of a remote is taken, and opens no database', () => {
  expect(dev(takenPort - 2)).toEqual(refusal());
});

test('pnpm dev with a remote prints its usage if an argument is missing, and names an unknown remote', () => {
  for (const args of [['charging'], ['--shell', 'https://app.example'], ['charging', '--shell', 'app']])
    expect(dev(takenPort, ...args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('pnpm dev <name>'),
    });
  expect(dev(takenPort, 'nobody', '--shell', 'https://app.example').stderr).toBe(
    'There is no remotes/nobody\n',
  );
});
