/** CPU time of the processes of a cluster, from Linux's `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

const NAMES = ['instances', 'postgres', 'nginx', 'nats'] as const;
type Name = (typeof NAMES)[number];

/** CPU time in ms. */
export type Usage = Record<Name, number>;

/** Clock ticks per second of `/proc`, on all of Linux's platforms. */
const TICKS = 100;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Returns the ids of the cluster's processes: children of this one, and the database server. */
export function processesOf(databaseUrl: string): Record<Name, () => number[]> {
  const children = list().filter(({ parent }) => parent === process.pid);
  const matching = (part: string) =>
    children.filter(({ command }) => command.includes(part)).map(({ pid }) => pid);
  const fixed = {
    instances: matching('backend/src/main.ts'),
    nginx: matching('nginx'),
    nats: matching('nats-server'),
  };
  const server = serverOf(new URL(databaseUrl).port);
  return {
    instances: () => fixed.instances,
    nginx: () => fixed.nginx,
    nats: () => fixed.nats,
    // PostgreSQL starts a process for each connection.
    postgres: () => list().flatMap(({ pid, parent }) => (pid === server || parent === server ? pid : [])),
  };
}

export function usageOf(processes: Record<Name, () => number[]>): Usage {
  const sum = (name: Name) => processes[name]().reduce((total, pid) => total + cpuMsOf(pid), 0);
  return { instances: sum('instances'), postgres: sum('postgres'), nginx: sum('nginx'), nats: sum('nats') };
}

/** Returns the CPU time of a process and of its children that have ended, in ms. */
function cpuMsOf(pid: number): number {
  // The fields after the name, which may have spaces: utime, stime, cutime and cstime.
  const ticks = read(`${pid}/stat`).split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  return (ticks.reduce((sum, value) => sum + Number(value), 0) / TICKS) * 1000;
}

/** Returns the id of the PostgreSQL server that listens on a port. */
function serverOf(port: string): number | undefined {
  for (const { command } of list()) {
    const folder = /postgres\0-D\0([^\0]+)/.exec(command)?.[1];
    const [pid, , , listensOn] = folder ? readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n') : [];
    if (listensOn === port) return Number(pid);
  }
  return undefined;
}

function list(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const parent = Number(read(`${name}/stat`).split(') ')[1]?.split(' ')[1]);
      return { pid: Number(name), parent, command: read(`${name}/cmdline`) };
    });
}

/** Returns an empty text for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
