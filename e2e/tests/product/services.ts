/**
 * A stand-in for systemd, which doesn't run where the tests do: starts and stops programs according
 * to their unit files, with its own `systemctl`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';

interface Services {
  /** Folder of `systemctl`. */
  programs: string;
  /** Returns the process id of a running service. */
  pidOf: (name: string) => number;
  /** Returns the services that have ended with an error, or had to be killed. */
  failed: () => string[];
  /** Returns what the services have written. */
  logs: () => string;
  stop: () => Promise<void>;
}

/** Environment that systemd gives to a service. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin';
/** systemd's default. */
const STOP_SECONDS = '90';

/**
 * @param units folder of the unit files
 * @param home folder for `systemctl` and the logs
 */
export async function startServices(units: string, home: string): Promise<Services> {
  const programs = join(home, 'bin');
  const logFolder = join(home, 'log');
  const logOf = (name: string) => join(logFolder, `${name}.log`);
  const socket = join(home, 'systemctl.socket');
  const running = new Map<string, ChildProcess>();
  const failed: string[] = [];
  for (const folder of [programs, logFolder]) mkdirSync(folder, { recursive: true });

  const actions: Record<string, (name: string) => Promise<void> | void> = {
    enable: (name) => void readUnit(units, name),
    start,
    stop,
    async restart(name) {
      await stop(name);
      await start(name);
    },
    reload(name) {
      process.kill(pidOf(name), 'SIGHUP');
    },
  };

  function pidOf(name: string): number {
    const pid = running.get(name)?.pid;
    if (pid === undefined) throw new Error(`${name} is not running.`);
    return pid;
  }

  async function start(name: string) {
    if (running.has(name)) return;
    const unit = readUnit(units, name);
    const [command = '', ...args] = unit.last('ExecStart').split(/\s+/);
    const log = openSync(logOf(name), 'a');
    const child = spawn(command, args, {
      ...userOf(unit),
      cwd: unit.last('WorkingDirectory', '/'),
      env: { PATH, ...environmentOf(unit) },
      stdio: ['ignore', log, log],
    });
    await once(child, 'spawn');
    running.set(name, child);
    child.once('exit', (code, signal) => {
      running.delete(name);
      if (code !== 0 && signal !== unit.last('KillSignal', 'SIGTERM'))
        failed.push(`${name}: ${signal ?? code}\n${endOf(logOf(name))}`);
    });
  }

  async function stop(name: string) {
    const child = running.get(name);
    if (!child) return;
    const unit = readUnit(units, name);
    const seconds = Number(unit.last('TimeoutStopSec', STOP_SECONDS));
    const exited = once(child, 'exit');
    child.kill(unit.last('KillSignal', 'SIGTERM') as NodeJS.Signals);
    const killTimer = setTimeout(() => {
      appendFileSync(logOf(name), `not stopped after ${seconds} s\n${stateOf(child.pid).join('\n')}\n`);
      child.kill('SIGKILL');
    }, seconds * 1000);
    await exited;
    clearTimeout(killTimer);
  }

  async function perform([action = '', ...names]: string[]) {
    if (action === 'daemon-reload') return;
    const run = actions[action];
    if (!run || names.length === 0) throw new Error(`systemctl ${action} is not implemented.`);
    for (const name of names) await run(name);
  }

  const server = createServer(async (request, response) => {
    try {
      await perform((await text(request)).split(' '));
      response.end();
    } catch (error) {
      response.writeHead(400).end(`${error instanceof Error ? error.message : error}\n`);
    }
  });
  server.listen(socket);
  await once(server, 'listening');
  const systemctl = join(programs, 'systemctl');
  writeFileSync(
    systemctl,
    `#!/bin/sh\nexec curl --silent --fail-with-body --unix-socket '${socket}' --data-binary "$*" http://systemd/ >&2\n`,
  );
  chmodSync(systemctl, 0o755);

  return {
    programs,
    pidOf,
    failed: () => failed,
    logs: () =>
      readdirSync(logFolder)
        .map((file) => `${file}:\n${endOf(join(logFolder, file))}`)
        .join('\n'),
    async stop() {
      server.close();
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

const endOf = (log: string) => readFileSync(log, 'utf8').slice(-2000);

/** Returns what each thread of a process does and waits for in the kernel (`proc(5)`). */
const stateOf = (pid: number | undefined) =>
  readdirSync(`/proc/${pid}/task`).map((thread) =>
    ['comm', 'stat', 'wchan']
      .map((file) => readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8').trim())
      .join(' '),
  );

interface Unit {
  all: (key: string) => string[];
  /** @throws if there is neither a value nor a default */
  last: (key: string, byDefault?: string) => string;
}

function readUnit(folder: string, name: string): Unit {
  const [template, instance] = name.split('@');
  const file = join(folder, instance === undefined ? `${name}.service` : `${template}@.service`);
  if (!existsSync(file)) throw new Error(`Unit ${name}.service not found.`);
  const settings = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => {
      const [key = '', ...value] = line.replaceAll('%i', instance ?? '').split('=');
      return { key, value: value.join('=') };
    });
  const all = (wanted: string) => settings.filter(({ key }) => key === wanted).map(({ value }) => value);
  return {
    all,
    last(key, byDefault) {
      const value = all(key).at(-1) ?? byDefault;
      if (value === undefined) throw new Error(`Unit ${name}.service has no ${key}.`);
      return value;
    },
  };
}

function environmentOf(unit: Unit): NodeJS.Dict<string> {
  const files = unit.all('EnvironmentFile').flatMap((setting) => {
    const file = setting.replace(/^-/, '');
    return setting !== file && !existsSync(file) ? [] : [readFileSync(file, 'utf8')];
  });
  return parseEnv([...unit.all('Environment'), ...files].join('\n'));
}

/** Returns the unit's user; `nobody` for a dynamic user. */
function userOf(unit: Unit): { uid: number; gid: number } | undefined {
  const user = unit.all('DynamicUser').includes('yes') ? 'nobody' : unit.all('User').at(-1);
  if (user === undefined) return undefined;
  const id = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
