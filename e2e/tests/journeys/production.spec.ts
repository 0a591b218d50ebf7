/**
 * Runs the commands of `.docs/production.md` in its order, with those of `.docs/backups.md` between
 * them.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Snapshot } from '@e2e/chargers';
import { freePort } from '../../start/ports.ts';
import { ensureProgram } from '../ensure-program.ts';
import { newAccount } from '../pages/accounts.ts';
import { BRAND, logIn, startCharge, stopCharge } from '../pages/steps.ts';
import { startPostgres } from '../postgres.ts';
import { findPnpm } from '../product/find-pnpm.ts';
import { commandsBelow, commandsOf } from '../product/page-commands.ts';
import { expect, test } from '../product/product.ts';
import { startServices } from '../product/services.ts';
import { DIST, startAndRead } from '../product/start-product.ts';
import { STORED_PACKAGES } from '../product/stored-packages.ts';
import { copySources } from '../product/workspace-copy.ts';
import { stopChild } from '../servers/child.ts';

const PAGE = 'production.md';
const CHARGE_POINT = 'BR0001';
const SECRET = '3f1c5d0a9b7e4c2d8e6f1a2b3c4d5e6f7a8b9c0d';
const NETWORK = `
brands: [${BRAND}]
openingHours:
  always: { daily: 00:00-23:59 }
prices:
  Livre:
    - { priceProfilePeriodFreeCharge: true }
chargePointModels:
  Simples:
    manufacturer: Correnteza
    connectors:
      - { plug: type2, current: AC, maxPowerKw: 22 }
sites:
  praca-da-se:
    name: Praça da Sé
    address: Praça da Sé, 100 - Sé, São Paulo - SP
    lat: -23.5503
    lng: -46.6339
    brands: [${BRAND}]
    hours: always
    price: Livre
    chargePoints:
      - { id: ${CHARGE_POINT}, code: '48211', model: Simples, connectors: [Vaga 1], secret: ${SECRET} }
`;
/** Migration of a newer release that the older one doesn't have. */
const MIGRATION = 'create table added_by_upgrade (id integer);';

type Operator = Awaited<ReturnType<typeof openServer>>;
let operator: Operator | undefined;
let chargePoint: Awaited<ReturnType<typeof startChargePoint>> | undefined;

test.beforeAll(async () => {
  test.skip(process.getuid?.() !== 0, 'needs root, to run services as other users');
  operator = await openServer();
});
test.afterAll(async () => {
  await chargePoint?.stop();
  await operator?.close();
});
test.use({
  baseURL: async ({ playwright: _ }, use) => use(operator?.url),
  ignoreHTTPSErrors: true,
});

/** Prepares what the page expects of the server: programs, PostgreSQL, nginx and a certificate. */
async function openServer() {
  const home = mkdtempSync(join(tmpdir(), 'production-'));
  // Services run as other users.
  chmodSync(home, 0o755);
  for (const [program, debianPackage] of [
    ['nginx', 'nginx-light'],
    ['nats-server', 'nats-server'],
    ['curl', 'curl'],
    ['openssl', 'openssl'],
    ['systemd-analyze', 'systemd'],
  ] as const)
    ensureProgram(program, debianPackage);
  const postgres = await startPostgres(['system']);
  if (!postgres) throw new Error("PostgreSQL's programs are missing and can't be installed");
  const [clone, units, conf, nginx] = ['clone', 'units', 'conf', 'nginx'].map((name) => join(home, name));
  if (!clone || !units || !conf || !nginx) throw new Error('a folder has no name');
  copySources(clone);
  cpSync(DIST, join(clone, 'dist'), { recursive: true });
  for (const folder of [units, conf, join(nginx, 'tmp')]) mkdirSync(folder, { recursive: true });
  cpSync(join(DIST, 'config.json'), join(conf, 'config.json'));
  writeFileSync(join(conf, 'network.yaml'), NETWORK);
  const certificate = ['-keyout', join(conf, 'site.key'), '-out', join(conf, 'site.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...certificate], { stdio: 'pipe' });

  const ports = await Promise.all(Array.from({ length: 2 }, freePort));
  const [httpsPort, httpPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${httpsPort}`;
  const natsConf = join(home, 'nats-server.conf');
  const variables: Record<string, string> = {
    FAISCA: join(home, 'faisca'),
    CONF: conf,
    UNITS: units,
    NGINX: nginx,
    HTTPS_PORT: String(httpsPort),
    HTTP_PORT: String(httpPort),
    SITE_URL: url,
    INSTANCES: ports.join(' '),
    NATS: `127.0.0.1:${await freePort()}`,
    NATS_CONF: natsConf,
    POSTGRES: new URL(postgres.url).host,
    ADMIN_URL: postgres.url,
  };
  // Debian's unit, with this server's configuration.
  const natsUnit = readFileSync('/lib/systemd/system/nats-server.service', 'utf8');
  writeFileSync(
    join(units, 'nats-server.service'),
    natsUnit.replace(' /etc/nats-server.conf', () => ` ${natsConf}`),
  );
  writeFileSync(join(nginx, 'nginx.main'), nginxMain(nginx));
  const nginxCommand = execFileSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v nginx'], {
    encoding: 'utf8',
  });
  writeFileSync(
    join(units, 'nginx.service'),
    `[Service]\nExecStart=${nginxCommand.trim()} -p ${nginx} -c ${nginx}/nginx.main -e stderr\n`,
  );
  requirePassword(postgres.url, postgres.programs);
  const services = await startServices(units, home);
  linkPnpm(services.programs);
  const shellPath = [services.programs, postgres.programs, process.env.PATH].join(delimiter);
  const executed = new Set<string>();
  const [settings = ''] = commandsOf(PAGE);

  /** Runs a code block of the page after its settings block, in a new shell. */
  async function run(block: string | undefined, { folder = home, ...env }: Record<string, string> = {}) {
    if (!block) throw new Error('the page has no such command');
    executed.add(block);
    const { DATABASE_URL: _, NODE_ENV: __, ...own } = process.env;
    const options = {
      cwd: folder,
      env: { ...own, ...STORED_PACKAGES, ...variables, ...env, PATH: shellPath },
    };
    try {
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', `${settings}\n${block}`], options);
      return stdout + stderr;
    } catch (error) {
      throw new Error(`${block}\n${error}\n${JSON.stringify(error)}\n${services.logs()}`, { cause: error });
    }
  }
  executed.add(settings);
  await run('systemctl start nginx');
  const release = (version: string) => join(variables.FAISCA ?? '', 'releases', version);
  return {
    url,
    home,
    clone,
    conf,
    units,
    postgres,
    services,
    run,
    release,
    firstPort: String(ports[0]),
    httpUrl: `http://localhost:${httpPort}`,
    /** Returns the version of the release that each instance runs. */
    versions: () =>
      ports.map((port) => basename(readlinkSync(`/proc/${services.pidOf(`faisca@${port}`)}/cwd`))),
    notExecuted: () => commandsOf(PAGE).filter((block) => !executed.has(block)),
    settingOf: (name: string) =>
      new RegExp(`^${name}=(.+)$`, 'm').exec(readFileSync(join(conf, 'faisca.env'), 'utf8'))?.[1] ?? '',
    async close() {
      await services.stop();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** nginx's main configuration: runs in the foreground, and writes only to `home`. */
const nginxMain = (home: string) => `daemon off;
pid ${home}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${home}/tmp/body;
  proxy_temp_path ${home}/tmp/proxy;
  fastcgi_temp_path ${home}/tmp/fastcgi;
  uwsgi_temp_path ${home}/tmp/uwsgi;
  scgi_temp_path ${home}/tmp/scgi;
  include ${home}/*.conf;
}
`;

/**
 * Makes the test's PostgreSQL server, which otherwise trusts every user, check our user's password.
 */
function requirePassword(url: string, programs: string): void {
  const psql = (query: string) =>
    execFileSync(join(programs, 'psql'), [url, '-Atc', query], { encoding: 'utf8' }).trim();
  const file = psql('show hba_file');
  writeFileSync(file, `host all faisca 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
  psql('select pg_reload_conf()');
}

/** Links the README's version of pnpm. */
function linkPnpm(folder: string): void {
  writeFileSync(join(folder, 'pnpm'), `#!/bin/sh\nexec '${findPnpm()}' "$@"\n`);
  chmodSync(join(folder, 'pnpm'), 0o755);
}

/** Starts the charge point of the network at nginx, over TLS. */
async function startChargePoint({ url, home, conf }: Operator) {
  const endpoint = `${url.replace('https', 'wss')}/ocpp`;
  const entry = {
    id: CHARGE_POINT,
    password: SECRET,
    securityProfile: 2,
    tls: { endpoint, ca: readFileSync(join(conf, 'site.pem'), 'utf8') },
    connectors: [{ id: 1, maxPowerW: 22_000 }],
    configuration: { MeterValueSampleInterval: '2' },
    behaviour: { plugAfter: 1 },
  };
  const list = join(home, 'charge-points.json');
  writeFileSync(list, JSON.stringify([entry]));
  const args = ['--backend', url, '--list', list];
  const [process, controlPort] = await startAndRead('controlPort', 'e2e/chargers/src/main.ts', args, {});
  const control = `http://127.0.0.1:${controlPort}/charge-points/${CHARGE_POINT}`;
  return {
    /** Returns the charge point's state. */
    look: async (): Promise<Snapshot> => (await fetch(control)).json(),
    stop: () => stopChild(process),
  };
}

function addMigration(release: string): void {
  const folder = join(release, 'e2e/backend/migrations');
  writeFileSync(join(folder, '9999_added.sql'), MIGRATION);
  const file = join(folder, 'meta/_journal.json');
  const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there is no migration');
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_added' });
  writeFileSync(file, JSON.stringify(journal));
}

test('a driver charges on a server that the documented commands install, upgrade, roll back and restore', async ({
  page,
}) => {
  if (!operator) throw new Error('the server is not open');
  const { run, services, home, clone, release } = operator;
  const below = (heading: string) => commandsBelow(PAGE, heading);
  const [pack, install] = below('A release');
  const [use] = below('nginx and the current release');
  const [restart] = below('Start, and restart in turn');
  const [compare, keepFiles, stop, createDatabase, useRestored] = below('Upgrade and rollback');
  const archiveOf = (version: string) => join(home, `faisca-${version}.tar.gz`);
  /** Installs a release with the same sources as the first one. */
  const installNext = async (RELEASE: string) => {
    copyFileSync(archiveOf('1.0.0'), archiveOf(RELEASE));
    await run(install, { RELEASE });
  };
  /** Makes a release the current one, and starts or restarts the given or all instances with it. */
  const activate = async (RELEASE: string, instances?: { INSTANCES: string }) => {
    await run(use, { RELEASE });
    await run(restart, { RELEASE, ...instances });
  };

  // Install, and start two instances.
  await run(pack, { folder: clone });
  await run(install);
  await run(below('Passwords, PostgreSQL and NATS')[0]);
  await run(below('The unit')[0]);
  await run(use);
  const unit = join(operator.units, 'faisca@.service');
  expect(await run(`systemd-analyze verify --man=no '${unit}'`)).not.toContain('faisca@');
  expect(readFileSync(unit, 'utf8')).not.toContain('postgres://');
  expect(await run(restart)).toContain('{"status":"ready"}');
  const redirect = await fetch(`${operator.httpUrl}/${BRAND}/?a=1`, { redirect: 'manual' });
  expect(redirect.status).toBe(301);
  expect(redirect.headers.get('location')).toBe(`${operator.url}/${BRAND}/?a=1`);
  expect(await run(below('The network')[0])).toContain('Applied.');

  // Begin a charge.
  chargePoint = await startChargePoint(operator);
  const { look } = chargePoint;
  const email = await newAccount(page.request);
  await logIn(page, email);
  const getJson = async (path: string) => (await page.request.get(`/v1/api/${path}`)).json();
  const [site] = await getJson('ChargerSitesSearch?lat=-23.55&lng=-46.63');
  expect(site.csName).toBe('Praça da Sé');
  await expect
    .poll(() => getJson(`SiteConnectors/${site.csId}`))
    .toMatchObject([{ cpStatus: 'Online', connectorStatus: 'Available' }]);
  await startCharge(page, '48211-1');
  const end = page.getByRole('button', { name: 'Finalizar recarga' });
  await expect(end).toBeVisible();

  // Upgrade without new migrations, and roll back.
  await installNext('1.1.0');
  expect(await run(compare, { RELEASE: '1.1.0' })).toBe('');
  const newFile = 'static/js/new-in-1-1-0.js';
  writeFileSync(join(release('1.1.0'), 'dist', newFile), '');
  await activate('1.1.0');
  expect(operator.versions()).toEqual(['1.1.0', '1.1.0']);
  await run(keepFiles, { RELEASE: '1.0.0' });
  // Only one instance: the same commands would restart the other one, and releases work together.
  const oneInstance = { INSTANCES: operator.firstPort };
  await activate('1.0.0', oneInstance);
  expect(operator.versions()).toEqual(['1.0.0', '1.1.0']);
  await expect(page.request.get(`/${newFile}`)).resolves.toBeOK();

  // The charge still runs, and ends.
  await expect(end).toBeVisible();
  await expect.poll(async () => (await look()).online, 'the charge point to connect').toBe(true);
  await stopCharge(page);
  await expect(page).toHaveURL(/\/extract\/recharge\/\d+/);
  const receipt = page.url();
  await expect(page.getByText('Praça da Sé').first()).toBeVisible();

  // Upgrade with a new migration, and restore the backup.
  const [dump, restore] = commandsBelow('backups.md', 'PostgreSQL');
  const database = () => operator?.settingOf('DATABASE_URL') ?? '';
  const hasTable = () =>
    run(`psql -Atc "select to_regclass('added_by_upgrade') is not null" '${database()}'`);
  await installNext('2.0.0');
  addMigration(release('2.0.0'));
  await expect(run(compare, { RELEASE: '2.0.0' })).rejects.toThrow('9999_added.sql');
  await run(stop);
  await run(dump, { DATABASE_URL: database() });
  await activate('2.0.0', oneInstance);
  expect(await hasTable()).toBe('t\n');

  await run(stop);
  await run(createDatabase);
  const RESTORED_URL = database().replace(/\/faisca$/, '/restored');
  await run(restore, { RESTORED_URL });
  expect(await run(useRestored, { RELEASE: '1.0.0', RESTORED_URL })).toContain('never used before');
  await activate('1.0.0', oneInstance);
  expect(await hasTable()).toBe('f\n');
  await page.goto(receipt);
  await expect(page.getByText('Praça da Sé').first()).toBeVisible();
  expect(await run(below('Accounts')[0], { ACCOUNT: email })).toContain('1 sessions ended.');

  expect(operator.notExecuted()).toEqual([]);
  expect(services.failed().filter((name) => name.startsWith('faisca'))).toEqual([]);
});
