import { readFile } from 'node:fs/promises';
import { expect, test } from '@rstest/core';
import { readEnvironment, Variables } from './environment.ts';

const DATABASE_URL = 'postgres://app:secret@db.example/app';
const SMTP_URL = 'smtps://user:secret@smtp.example';
const MAIL_FROM = 'nao-responda@app.example';
const SITE_URL = 'https://app.example';
const VAPID_PUBLIC_KEY = `B${'A'.repeat(86)}`;
const VAPID_PRIVATE_KEY = 'A'.repeat(43);
const PUBLIC_KEY = `${'A'.repeat(43)}=`;

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readEnvironment(env);
    return [];
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n');
  }
}

test('reads every variable', () => {
  const read = readEnvironment({
    NODE_ENV: 'production',
    PORT: '8080',
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::/32 , 192.0.2.1',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    OCPP_TLS_PORT: '8443',
    OCPP_TLS_CERT: 'ocpp.pem',
    OCPP_TLS_KEY: 'ocpp.key',
    OCPP_CLIENT_CA: 'ca.pem',
    OCPP_CLIENT_CRL: 'crl.pem',
    DATABASE_URL,
    DATA_DIR: '/srv/data',
    SITE_DIR: '/srv/site',
    SITE_URL: 'https://app.example/x',
    ALLOWED_ORIGINS: 'https://Board.example:443/, http://10.0.0.7:8080,capacitor://localhost',
    SMTP_URL,
    MAIL_FROM,
    VAPID_PUBLIC_KEY,
    VAPID_PRIVATE_KEY,
    PUSH_SERVICES: 'push.example, *.push.example',
    PAYMENT_PROVIDER: './provider.js',
    GEOCODER_URL: 'https://photon.example/api',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.5',
    CHARGERS_URL: 'http://127.0.0.1:3001',
    LOG_LEVEL: 'debug',
    PRERENDER: '0',
    REMOTES_PUBLIC_KEY: PUBLIC_KEY,
    POWER_SHARING: '1',
    REMOTE_WITHDRAWAL: '0',
    REMOTE_FAILURES_PER_NETWORK: '20',
  });
  expect(read).toEqual({
    sandbox: false,
    port: 8080,
    host: '127.0.0.1',
    trustedProxies: 'loopback,10.0.0.0/8,2001:db8::/32,192.0.2.1',
    tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
    ocppTls: {
      port: 8443,
      certFile: 'ocpp.pem',
      keyFile: 'ocpp.key',
      clientCaFile: 'ca.pem',
      clientCrlFile: 'crl.pem',
    },
    databaseUrl: DATABASE_URL,
    dataDir: '/srv/data',
    webAppDir: '/srv/site',
    webAppUrl: SITE_URL,
    allowedOrigins: ['https://board.example', 'http://10.0.0.7:8080', 'capacitor://localhost'],
    smtpUrl: SMTP_URL,
    mailFrom: MAIL_FROM,
    vapid: { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY },
    pushServices: ['push.example', '*.push.example'],
    paymentProvider: './provider.js',
    geocoderUrl: 'https://photon.example/api',
    metrics: { port: 9464, host: '10.0.0.5' },
    chargersUrl: 'http://127.0.0.1:3001',
    logLevel: 'debug',
    prerenders: false,
    publicKeys: [PUBLIC_KEY],
    sharesPower: true,
    withdrawsVersions: false,
    remoteFailures: 20,
  });
});

test('uses defaults for unset or empty variables and ignores unknown ones', () => {
  expect(
    readEnvironment({ PORT: '', DATABASE_URL: '', SANDBOX: '', PATH: '/bin', PORTS: 'x' }),
  ).toMatchObject({
    sandbox: true,
    port: 3000,
    host: '0.0.0.0',
    databaseUrl: undefined,
    allowedOrigins: [],
    webAppUrl: undefined,
    metrics: undefined,
    sharesPower: false,
    withdrawsVersions: true,
  });
});

test.each([
  ['with the embedded database', {}, true],
  ['with SANDBOX=0', { SANDBOX: '0' }, false],
  ['with a database server', { DATABASE_URL }, false],
  ['with a database server in development', { DATABASE_URL, NODE_ENV: 'development' }, false],
  ['with a database server and SANDBOX=1', { DATABASE_URL, SANDBOX: '1' }, true],
  ['with the embedded database in production', { NODE_ENV: 'production' }, false],
  ['with SANDBOX=0 in production', { NODE_ENV: 'production', SANDBOX: '0' }, false],
])('enables or disables the sandbox %s', (_, env, sandbox) => {
  expect(readEnvironment(env).sandbox).toBe(sandbox);
});

test('refuses a sandbox in production', () => {
  expect(problemsOf({ NODE_ENV: 'production', SANDBOX: '1' })).toEqual([
    'SANDBOX=1 is refused with NODE_ENV=production: unset one of them.',
  ]);
});

test.each([
  ['PORT', ['abc', '0', '65536', '-1', '3000.5', ' 80', '0x50', '1e3']],
  ['HOST', ['http://localhost', 'a b']],
  ['NODE_ENV', ['prod', 'Production']],
  ['SANDBOX', ['true', 'yes']],
  ['LOG_LEVEL', ['verbose', 'WARN']],
  ['POWER_SHARING', ['yes', 'true']],
  ['REMOTE_WITHDRAWAL', ['no', 'false']],
  ['REMOTE_FAILURES_PER_NETWORK', ['0', '-1', 'many', '4.5', '9999999']],
  [
    'TRUSTED_PROXIES',
    ['1', 'true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', 'loopback 10.0.0.1', '10.1'],
  ],
  ['DATABASE_URL', ['mysql://db', 'db.example']],
  ['SITE_URL', ['ftp://app.example', 'app.example']],
  ['METRICS_PORT', ['0', '65536', 'on']],
  ['METRICS_HOST', ['http://localhost', 'a b']],
  ['CHARGERS_URL', ['127.0.0.1:3001']],
  ['ALLOWED_ORIGINS', ['*', 'board.example', 'https://board.example/app', 'https://*.example', 'null']],
  ['SMTP_URL', ['user:secret@smtp', '//user:secret', 'https://smtp.example', 'smtp://']],
  ['PUSH_SERVICES', ['*', 'https://push.example', 'push.example:443', 'localhost', '*.*.example']],
  ['VAPID_PUBLIC_KEY', ['secret', VAPID_PRIVATE_KEY]],
  ['VAPID_PRIVATE_KEY', ['secret', VAPID_PUBLIC_KEY]],
  ['MAIL_FROM', ['Faísca <a@b.example>', 'app.example']],
] as const)('reports an invalid %s in one sentence', (name, values) => {
  const context = { MAIL_FROM, SITE_URL, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
  for (const value of values) {
    const problems = problemsOf({ ...context, [name]: value });
    expect(problems, value).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} must .+\\.$`));
    expect(problems[0]).not.toContain('secret');
  }
});

test('quotes a value that is not secret', () => {
  expect(problemsOf({ PORT: 'abc' })).toEqual(['PORT must be a number from 1 to 65535, not "abc".']);
  expect(problemsOf({ NODE_ENV: 'prod' })).toEqual([
    'NODE_ENV must be production, development or test, not "prod".',
  ]);
});

test('refuses a variable that needs another one', () => {
  expect(problemsOf({ TLS_CERT: 'cert.pem' })[0]).toMatch(/^TLS_CERT and TLS_KEY/);
  expect(problemsOf({ TLS_KEY: 'key.pem' })[0]).toMatch(/^TLS_CERT and TLS_KEY/);
  const ocppTls = { OCPP_TLS_PORT: '8443', OCPP_TLS_CERT: 'cert.pem', OCPP_TLS_KEY: 'key.pem' };
  for (const name of ['OCPP_TLS_PORT', 'OCPP_TLS_CERT', 'OCPP_TLS_KEY'])
    expect(problemsOf({ ...ocppTls, [name]: '' })[0]).toMatch(
      /^OCPP_TLS_PORT, OCPP_TLS_CERT and OCPP_TLS_KEY/,
    );
  expect(problemsOf({ OCPP_CLIENT_CA: 'ca.pem' })[0]).toMatch(
    /^OCPP_TLS_PORT must be set with OCPP_CLIENT_CA/,
  );
  expect(problemsOf({ ...ocppTls, OCPP_CLIENT_CRL: 'crl.pem' })[0]).toMatch(
    /^OCPP_CLIENT_CA must be set with OCPP_CLIENT_CRL/,
  );
  for (const half of [{ VAPID_PUBLIC_KEY }, { VAPID_PRIVATE_KEY }])
    expect(problemsOf(half)[0]).toMatch(/^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY/);
  expect(problemsOf({ SMTP_URL })[0]).toMatch(/^MAIL_FROM must be set with SMTP_URL/);
  for (const production of [{ NODE_ENV: 'production' }, { DATABASE_URL }])
    expect(problemsOf({ ...production, SMTP_URL, MAIL_FROM })[0]).toMatch(
      /^SITE_URL must be set with SMTP_URL/,
    );
  expect(problemsOf({ SMTP_URL, MAIL_FROM })).toEqual([]);
});

test('lists all problems at once', () => {
  const problems = problemsOf({
    PORT: 'abc',
    NODE_ENV: 'production',
    SANDBOX: '1',
    TLS_KEY: 'k',
    SITE_URL: '-',
  });
  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
    'PORT',
    'SANDBOX=1',
    'SITE_URL',
    'TLS_CERT',
  ]);
});

test('.docs/configuration.md lists exactly the variables of the server', async () => {
  const page = await readFile(new URL('../../../.docs/configuration.md', import.meta.url), 'utf8');
  const [, server = ''] = page.split(/^## .*$/m);
  const documented = [...server.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(Object.keys(Variables.shape).sort());
});
