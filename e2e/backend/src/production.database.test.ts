/** A server that isn't a sandbox, from its environment to its responses. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { WebSocket } from 'ws';
import { createBackend } from './app.ts';
import { configuredOptions } from './configured-options.ts';
import type { DatabaseOptions } from './platform/database/database.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { sql } from './platform/database/orm.ts';
import { chargePoints, sites, users } from './platform/database/schema.ts';
import { freshDatabase } from './testing/fresh-database.ts';

const ROOT = new URL('../../../', import.meta.url);
/** Cheap hashes, since each start with demo data hashes a password. */
const passwordCost = { N: 16, r: 1, p: 1 };
let database: DatabaseOptions;
let cleanUp: () => Promise<void>;

// The embedded database is on disk, since the tests open it several times.
beforeAll(async () => {
  const { options, drop } = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'production-'));
  const dataDir = join(folder, 'data');
  await (await openDatabase({ ...options, dataDir })).close();
  database = { databaseUrl: options.databaseUrl, dataDir };
  cleanUp = async () => {
    await drop();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => cleanUp());

/** Starts a backend with the options of `env`, on the test's database. */
async function start(env: NodeJS.ProcessEnv) {
  const options = await configuredOptions(env);
  return createBackend({ ...options, ...database, passwordCost, host: '127.0.0.1', port: 0 });
}
const withServer = { DATABASE_URL: 'postgres://app@db.example/app' };

test.each([
  ['DATABASE_URL alone', withServer],
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
])('has no sandbox, demo data or unknown charge points with %s', async (_, env) => {
  const backend = await start(env);
  const { db, options } = backend.context;
  for (const path of [
    '/sandbox',
    '/sandbox/api/outbox',
    '/sandbox/payment/provider.js',
    '/sandbox/qr/12345-1',
  ])
    expect((await fetch(backend.url + path)).status).toBe(404);
  for (const table of [users, sites, chargePoints]) expect(await db.select().from(table)).toEqual([]);
  expect(backend.context.payments).toBeUndefined();
  expect(options.sandbox || options.seed).toBe(false);
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/ocpp/UNKNOWN`, ['ocpp1.6']);
  socket.on('error', () => undefined);
  const refused = await new Promise((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    socket.once('open', () => resolve('open'));
  });
  socket.terminate();
  expect(refused).not.toBe('open');
  const response = await fetch(`${backend.url}/healthz`, { headers: { origin: 'https://evil.example' } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  await backend.close();
});

test('refuses a database with demo logins until they are removed as documented', async () => {
  const sandbox = await start({ ...withServer, SANDBOX: '1' });
  expect((await fetch(`${sandbox.url}/sandbox`)).status).toBe(200);
  await sandbox.close();

  for (const env of [withServer, { NODE_ENV: 'production' }])
    await expect(start(env)).rejects.toThrow(/demo login \S+@faisca\.example.+\.docs\/configuration\.md/);

  const page = await readFile(new URL('.docs/configuration.md', ROOT), 'utf8');
  const [, statements = ''] = /```sql\n([\s\S]+?)```/.exec(page) ?? [];
  const { db, close } = await openDatabase(database);
  for (const statement of statements.split(';').filter((part) => part.trim()))
    await db.execute(sql.raw(statement));
  await close();
  const production = await start(withServer);
  expect((await fetch(`${production.url}/healthz`)).status).toBe(200);
  await production.close();
});

test('reads trusted proxies and origins from the environment', async () => {
  const options = await configuredOptions({
    TRUSTED_PROXIES: '10.0.0.0/8',
    ALLOWED_ORIGINS: 'https://board.example',
    SITE_URL: 'https://app.example',
  });
  expect(options).toMatchObject({
    trustedProxies: '10.0.0.0/8',
    allowedOrigins: ['https://board.example'],
    webAppUrl: 'https://app.example',
  });
});

test('names the variable of a file or module that cannot be read', async () => {
  const tls = { TLS_CERT: 'no-such.pem', TLS_KEY: 'no-such.key' };
  await expect(configuredOptions(tls)).rejects.toThrow(/^TLS_CERT names the file no-such\.pem/);
  const ocppTls = { OCPP_TLS_PORT: '8443', OCPP_TLS_CERT: 'no-such.pem', OCPP_TLS_KEY: 'no-such.key' };
  await expect(configuredOptions(ocppTls)).rejects.toThrow(/^OCPP_TLS_CERT names the file no-such\.pem/);
  await expect(configuredOptions({ PAYMENT_PROVIDER: './no-such.js' })).rejects.toThrow(
    /^PAYMENT_PROVIDER names the module \.\/no-such\.js/,
  );
});

test('names the variables of files that are not a certificate and its key', async () => {
  const noPem = fileURLToPath(import.meta.url);
  await expect(configuredOptions({ TLS_CERT: noPem, TLS_KEY: noPem })).rejects.toThrow(
    /^TLS_CERT and TLS_KEY must name a certificate and its key in PEM: /,
  );
  const ocppTls = { OCPP_TLS_PORT: '8443', OCPP_TLS_CERT: noPem, OCPP_TLS_KEY: noPem };
  await expect(configuredOptions(ocppTls)).rejects.toThrow(/^OCPP_TLS_CERT and OCPP_TLS_KEY must name/);
});

test('names the variable and the reason when the database server cannot be used', async () => {
  const opened = openDatabase({ databaseUrl: 'postgres://app:secret@127.0.0.1:1/app' });
  await expect(opened).rejects.toThrow(/^The database of DATABASE_URL can't be used: .*ECONNREFUSED[^@]*$/);
});

test.skipIf(process.env.DATABASE_URL === undefined)(
  'names the reason when it may not migrate the database',
  async () => {
    const fresh = await freshDatabase();
    const databaseUrl = `${fresh.options.databaseUrl}?options=-c%20default_transaction_read_only=on`;
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(/DATABASE_URL.*read-only transaction/);
    await fresh.drop();
  },
);

test('prints one line per problem and exits when the environment is invalid', async () => {
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('e2e/backend/src/main.ts', ROOT))], {
    env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, PORT: 'abc', NODE_ENV: 'production', SANDBOX: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ]);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    'PORT must be a number from 1 to 65535, not "abc".',
    'SANDBOX=1 is refused with NODE_ENV=production: unset one of them.',
  ]);
});

test('reads the environment only with configuredOptions in start, dev and the backend', async () => {
  for (const path of ['e2e/start.ts', 'e2e/dev.ts', 'e2e/backend/src/main.ts']) {
    const source = await readFile(new URL(path, ROOT), 'utf8');
    expect(source.match(/\benv\b/g), path).toHaveLength(1);
    expect(source).toContain('configuredOptions(process.env)');
  }
});
