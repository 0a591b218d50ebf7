/**
 * The instances that run on one database. Each renews a lease. An instance with an expired lease
 * counts as ended, and the others take its charge points offline. All times are by the database's
 * clock.
 */
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, wait } from '../clock.ts';
import { ADVISORY_LOCKS } from '../database/advisory-locks.ts';
import type { Db } from '../database/database.ts';
import { and, eq, gt, ne, sql } from '../database/orm.ts';
import { instances } from '../database/schema.ts';
import type { Randomness } from '../randomness.ts';

/** Interval at which an instance renews its lease, in ms. */
export const RENEW_MS = 2000;
/** An instance that hasn't renewed its lease for this long counts as ended, in ms. */
export const LEASE_MS = 8000;
const POLL_MS = 500;

const NOW = sql`clock_timestamp()`;
const expiryAfter = (leaseMs: number) =>
  sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;
/** Time since an instance renewed its lease, in ms. */
export const silentMs = sql<number>`(extract(epoch from clock_timestamp() - ${instances.expiresAt}) * 1000 + ${LEASE_MS})::float8`;
export const isExpired = sql<boolean>`${instances.expiresAt} <= clock_timestamp()`;

export interface Instance {
  id: string;
  /** Whether it can reach other instances, and so may run beside them. */
  shared: boolean;
}

type Other = typeof instances.$inferSelect;

interface RegistrationContext {
  db: Db;
  clock: Clock;
  randomness: Randomness;
  log?: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Registers this process as an instance. Waits for the lease of a crashed predecessor to expire.
 * @throws if another instance runs on the database and the two can't reach each other
 */
export async function registerInstance(
  { db, clock, randomness, log }: RegistrationContext,
  shared: boolean,
  leaseMs = LEASE_MS,
): Promise<Instance> {
  const instance = { id: randomness.uuid(), shared };
  const firstSeen = new Map<string, number>();
  for (;;) {
    const others = await tryToRegister(db, instance, leaseMs);
    if (others.length === 0) return instance;
    for (const other of others) {
      const expiresAt = other.expiresAt.getTime();
      // A renewed lease means that the other instance is running.
      if (expiresAt > (firstSeen.get(other.id) ?? expiresAt)) throw new Error(conflictWith(other, shared));
      if (!firstSeen.has(other.id))
        log?.warn({ place: other.place }, 'waiting for the lease of another server to expire');
      firstSeen.set(other.id, expiresAt);
    }
    await wait(clock, POLL_MS);
  }
}

function conflictWith(other: Other, shared: boolean): string {
  const reason = `Another server runs on this database (${other.place}). Several servers need NATS to reach each other: `;
  if (shared) return `${reason}it was started without NATS_URL. Stop it, or restart it with NATS_URL.`;
  return `${reason}set the same NATS_URL for all of them, or stop the other one.`;
}

/** Inserts the lease, unless there are instances that this one can't reach, and returns those. */
function tryToRegister(db: Db, { id, shared }: Instance, leaseMs: number): Promise<Other[]> {
  const expiresAt = expiryAfter(leaseMs);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.registration})`);
    const others = await tx
      .select()
      .from(instances)
      .where(and(ne(instances.id, id), gt(instances.expiresAt, NOW)));
    const unreachable = others.filter((other) => !(shared && other.shared));
    if (unreachable.length === 0)
      await tx
        .insert(instances)
        .values({ id, shared, place: `process ${process.pid} on ${hostname()}`, expiresAt })
        .onConflictDoUpdate({ target: instances.id, set: { expiresAt } });
    return unreachable;
  });
}

/**
 * Renews the lease.
 * @returns `lapsed` if the lease had expired, so that others may have taken the charge points
 * offline, and `conflict` if an instance that this one can't reach has started in the meantime
 */
export async function renewLease(
  db: Db,
  instance: Instance,
  leaseMs = LEASE_MS,
): Promise<'renewed' | 'lapsed' | 'conflict'> {
  const renewed = await db
    .update(instances)
    .set({ expiresAt: expiryAfter(leaseMs) })
    .where(and(eq(instances.id, instance.id), gt(instances.expiresAt, NOW)))
    .returning({ id: instances.id });
  if (renewed.length > 0) return 'renewed';
  return (await tryToRegister(db, instance, leaseMs)).length === 0 ? 'lapsed' : 'conflict';
}

/** Ends the lease, so that the others needn't wait for it to expire. */
export async function endLease(db: Db, { id }: Instance): Promise<void> {
  await db.update(instances).set({ expiresAt: NOW }).where(eq(instances.id, id));
}

/** Ends the leases of all earlier processes. For the embedded database, which only one can open. */
export async function endAllLeases(db: Db): Promise<void> {
  await db.update(instances).set({ expiresAt: NOW }).where(gt(instances.expiresAt, NOW));
}

interface LeaseContext extends Pick<RegistrationContext, 'db' | 'clock'> {
  instance: Instance;
  log: Pick<FastifyBaseLogger, 'warn' | 'fatal'>;
  options: { leaseMs: number };
}

interface Connections {
  /** Corrects what is stored about this instance's connections. */
  refreshPresence(): Promise<void>;
  /** Marks the charge points of ended instances as offline. */
  endLost(): Promise<void>;
}

/**
 * Returns a function that renews this instance's lease, and takes the charge points of ended instances
 * offline.
 * @param onConflict called if an instance that this one can't reach has started meanwhile
 */
export function createLeaseRenewal(
  { db, clock, instance, log, options }: LeaseContext,
  connections: Connections,
  onConflict: () => void,
): () => Promise<void> {
  let uninterruptedSince = clock.elapsed();
  return async () => {
    const result = await renewLease(db, instance, options.leaseMs);
    if (result === 'conflict') {
      log.fatal('another server runs on this database, and this one can’t reach it');
      return onConflict();
    }
    if (result === 'lapsed') {
      log.warn('this instance did not renew its lease in time');
      uninterruptedSince = clock.elapsed();
      return connections.refreshPresence();
    }
    // Right after an interruption of the database, all leases have expired although their
    // instances are running.
    if (clock.elapsed() - uninterruptedSince > LEASE_MS) await connections.endLost();
  };
}
