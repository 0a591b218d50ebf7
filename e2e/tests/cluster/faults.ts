/** Plans a random schedule of cluster faults, which its seed reproduces, and injects them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@e2e/backend/testing';
import type { BreakableProxy } from '../breakable-proxy.ts';
import type { Cluster, Stop } from './start-cluster.ts';

const KINDS = [
  'kill instance',
  'suspend instance',
  'restart instance',
  'stop NATS',
  'restart PostgreSQL',
  'crash PostgreSQL',
  'cut chargers',
  'freeze chargers',
  'cut NATS of instance',
  'freeze NATS of instance',
  'cut PostgreSQL of instance',
  'freeze PostgreSQL of instance',
] as const;
type Kind = (typeof KINDS)[number];

export interface Fault {
  kind: Kind;
  /** Index of the instance, or of the group of chargers. */
  target: number;
  /** Begin and duration, in ms. */
  at: number;
  forMs: number;
}

export interface Schedule {
  count: number;
  /** Maximum random part of the pause between two begins, and of a fault's duration, in ms. */
  pauseMs: number;
  forMs: number;
  /** Share of the faults that last longer than the lease of an instance. */
  longShare: number;
}

const LONG_MS = 11_000;
const SHORTEST_MS = 500;

/** Plans faults in rounds of all kinds, each round in random order. */
export function planFaults(random: Random, targets: number, schedule: Schedule): Fault[] {
  const { count, pauseMs, forMs, longShare } = schedule;
  const faults: Fault[] = [];
  let remaining: Kind[] = [];
  let at = 0;
  while (faults.length < count) {
    if (remaining.length === 0) remaining = [...KINDS];
    const [kind] = remaining.splice(random.int(remaining.length), 1);
    if (!kind) break;
    at += SHORTEST_MS + random.int(pauseMs);
    const lasts = random.chance(longShare) ? LONG_MS : SHORTEST_MS;
    faults.push({ kind, target: random.int(targets), at, forMs: lasts + random.int(forMs) });
  }
  return faults;
}

export const describeFault = ({ kind, target, at, forMs }: Fault) =>
  `${seconds(at)} ${kind}${/(instance|chargers)$/.test(kind) ? ` ${target}` : ''} for ${seconds(forMs)}`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** In ms since 1970. */
interface Period {
  from: number;
  to: number;
}

export interface Injection {
  /** When PostgreSQL was unreachable for an instance, or for all. */
  withoutDatabase: (Period & { instance?: number })[];
  /** Graceful stops of instances. */
  stops: Stop[];
}

/** An instance that is ready again may still use a lost connection for this time, in ms. */
const RECOVERY_MS = 10_000;

/** Returns what is wrong with a stop: without its database, an instance need not end its lease. */
export function findProblems({ instance, code, from, to }: Stop, { withoutDatabase }: Injection): string[] {
  const problems: string[] = [];
  const isDisturbed = withoutDatabase.some(
    (outage) =>
      (outage.instance ?? instance) === instance && outage.from < to && outage.to + RECOVERY_MS > from,
  );
  if (code !== 0 && !isDisturbed) problems.push(`instance ${instance} exited with ${code}`);
  return problems;
}

/** Injects the faults at their times, and resolves when all have been repaired. */
export async function injectFaults(
  faults: Fault[],
  cluster: Cluster,
  chargers: BreakableProxy[],
): Promise<Injection> {
  const injection: Injection = { withoutDatabase: [], stops: [] };
  // Faults of the same part run one after another.
  const last = new Map<string, Promise<void>>();
  const tasks = faults.map(async (fault) => {
    await wait(fault.at);
    const part = partOf(fault);
    const previous = last.get(part) ?? Promise.resolve();
    const task = previous.then(async () => {
      const from = Date.now();
      await inject(fault, cluster, chargers, injection);
      if (!fault.kind.includes('PostgreSQL')) return;
      await cluster.ready();
      const instance = fault.kind.endsWith('of instance') ? { instance: fault.target } : {};
      injection.withoutDatabase.push({ from, to: Date.now(), ...instance });
    });
    last.set(part, task);
    await task;
  });
  await Promise.all(tasks);
  return injection;
}

/** Returns the name of what a fault disturbs. */
function partOf({ kind, target }: Fault): string {
  const [, ...part] = kind.split(' ');
  return /(instance|chargers)$/.test(kind) ? `${part.join(' ')} ${target}` : part.join(' ');
}

async function inject(
  { kind, target, forMs }: Fault,
  cluster: Cluster,
  chargers: BreakableProxy[],
  injection: Injection,
) {
  const disturb = async (link: BreakableProxy | undefined, how: 'cut' | 'freeze') => {
    link?.[how]();
    await wait(forMs);
    link?.restore();
  };
  switch (kind) {
    case 'kill instance':
      await cluster.kill(target);
      await wait(forMs);
      return cluster.start(target);
    case 'suspend instance':
      cluster.suspend(target);
      await wait(forMs);
      return cluster.resume(target);
    case 'restart instance':
      injection.stops.push(await cluster.restart(target));
      return;
    case 'stop NATS':
      await cluster.nats.stop();
      await wait(forMs);
      return cluster.nats.start();
    case 'restart PostgreSQL':
      return cluster.postgres.restart('graceful');
    case 'crash PostgreSQL':
      return cluster.postgres.restart('crash');
    case 'cut chargers':
      return disturb(chargers[target], 'cut');
    case 'freeze chargers':
      return disturb(chargers[target], 'freeze');
    case 'cut NATS of instance':
      return disturb(cluster.links.nats[target], 'cut');
    case 'freeze NATS of instance':
      return disturb(cluster.links.nats[target], 'freeze');
    case 'cut PostgreSQL of instance':
      return disturb(cluster.links.postgres[target], 'cut');
    case 'freeze PostgreSQL of instance':
      return disturb(cluster.links.postgres[target], 'freeze');
  }
}
