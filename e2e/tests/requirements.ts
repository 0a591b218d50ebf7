/** Installs what the tests need if it is missing: a browser, a PostgreSQL server and nginx. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../start/ports.ts';
import { debianChromium } from './browser.ts';

const isRoot = process.getuid?.() === 0;
const found = (command: string, flag = '--version') =>
  spawnSync(command, [flag], { stdio: 'ignore' }).status === 0;

function aptInstall(name: string): boolean {
  if (!isRoot || !found('apt-get')) return false;
  console.log(`Installing Debian's ${name} …`);
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  return apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0;
}

/** Brings Debian's Chromium where it can be installed, else the test tool's own. */
export function ensureChromium(): void {
  if (debianChromium() || (aptInstall('chromium') && debianChromium())) return;
  execFileSync('playwright', ['install', 'chromium'], { stdio: 'inherit' });
}

/**
 * Returns the command of nginx, installing it if this user is root; undefined if nginx is missing for another user.
 * @throws Error if the installation fails
 */
export function ensureNginx(): string | undefined {
  const path = () => ['nginx', '/usr/sbin/nginx'].find((command) => found(command, '-v'));
  const nginx = path() ?? (aptInstall('nginx-light') ? path() : undefined);
  if (!nginx && (isRoot || process.env.CI))
    throw new Error("nginx is missing and Debian's can't be installed");
  return nginx;
}

const postgresBin = () =>
  [
    '/usr/lib/postgresql/*/bin/initdb',
    '/usr/local/pgsql/bin/initdb',
    '/opt/homebrew/opt/postgresql*/bin/initdb',
  ]
    .flatMap((pattern) => globSync(pattern))
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '');

export interface TestPostgres {
  url: string;
  stop: () => void;
}

/** Starts a throwaway PostgreSQL server on loopback; undefined where there is none and none can be installed. */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const bin = postgresBin() ?? (aptInstall('postgresql') ? postgresBin() : undefined);
  if (!bin) return undefined;
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(home, 'data');
  // PostgreSQL refuses to run as root: there Debian's own user runs it.
  const run = (command: string, ...args: string[]) =>
    isRoot
      ? execFileSync(
          'setpriv',
          ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, command), ...args],
          { cwd: home, stdio: 'ignore' },
        )
      : execFileSync(join(bin, command), args, { cwd: home, stdio: 'ignore' });
  if (isRoot) execFileSync('chown', ['postgres', home]);
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8');
  run(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(home, 'log'),
    '-o',
    `-p ${port} -h 127.0.0.1 -k ${home} -c max_connections=200 -c fsync=off`,
    'start',
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
