import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@rstest/core';
import { startFakeBackend, USER } from './check/fake-backend.testing.ts';
import { openApi } from './openapi.ts';

const COMMAND = join(import.meta.dirname, 'contract-command.ts');
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function run(...args: string[]) {
  const env = { ...process.env, BACKEND_PASSWORD: USER.password };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...args], { env });
  const [out, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, problems, code };
}

const account = ['--user', USER.email, '--password-env', 'BACKEND_PASSWORD'];

test("exits with 0 for a backend that conforms, and derives the API's and the stream's URL from the origin", async () => {
  const backend = await startFakeBackend();
  cleanUps.push(backend.close);
  const { out, problems, code } = await run('check', new URL('/', backend.api).href, ...account);
  expect(problems).toBe('');
  expect(out).toContain('✓ GET /wallet/Balance\n');
  expect(out).toContain('✓ live stream\n');
  expect(out).toContain('- CORS: not checked, needs the origin of a page (--origin)\n');
  expect(out).toContain('0 differences.');
  expect(code).toBe(0);
});

test('exits with 1 and prints the differences if a backend differs', async () => {
  const backend = await startFakeBackend({
    respond: ({ name }, response) => (name === 'siteBoard' ? { ...response, body: { csName: 7 } } : response),
  });
  cleanUps.push(backend.close);
  const { out, code } = await run('check', backend.api);
  expect(out).toContain(
    '✗ GET /viewer/SiteConnectorsStatus/{id}\n    body.csName: expected text or null, received a number\n',
  );
  expect(out).toContain('1 difference.');
  expect(code).toBe(1);
});

test.each([
  ['a user without a password', ['check', 'http://localhost:1', '--user', 'a@b.example'], '--password-env'],
  [
    'an empty password variable',
    ['check', 'http://localhost:1', '--user', 'a@b.example', '--password-env', 'NOT_SET'],
    'NOT_SET is empty',
  ],
  ['money without write', ['check', 'http://localhost:1', ...account, '--money'], '--money needs --write'],
  ['write without a user', ['check', 'http://localhost:1', '--write'], '--write needs --user'],
  ['another protocol', ['check', 'ftp://localhost'], 'not a URL with http: or https:'],
])('refuses %s', async (_, args, problem) => {
  const { problems, code } = await run(...args);
  expect(problems).toContain(problem);
  expect(code).toBe(1);
});

test('writes both documents into a folder', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'contract-'));
  cleanUps.push(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'new');
  const { out, code } = await run('openapi', '--out', folder);
  expect(out).toBe(`${join(folder, 'openapi.json')}\n${join(folder, 'asyncapi.json')}\n`);
  expect(readdirSync(folder).sort()).toEqual(['asyncapi.json', 'openapi.json']);
  const written: unknown = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApi())));
  expect(code).toBe(0);
});
