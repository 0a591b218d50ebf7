/** Changes of operators to the releases. Each selects among versions that the registry names. */
import type { ReleaseChange } from '@shared/contract/releases';
import { type Registry, type RegistryEntry, type Withdrawn, withoutWithdrawn } from '@shared/registry';
import { assertIntact, readVersion } from '@shared/registry/built-version';
import { changeRegistry, readRegistry, withRegistryLock } from '@shared/registry/change-registry';
import {
  entryOf,
  isNamed,
  rolledBack,
  versionsOf,
  withCandidate,
  withEntry,
  withLive,
  withoutWithdrawal,
} from '@shared/registry/changes';
import { effectiveChanges, readHistory } from '@shared/registry/history';
import { publishStableFiles } from '@shared/registry/stable-files';
import { and, eq, isNull } from '../../platform/database/orm.ts';
import { remoteCounts, withdrawnVersions } from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { readCounts } from '../counts.ts';
import { readWithdrawn } from '../registry-file.ts';
import { lockOf, type ReleasesContext, undoable } from './read-releases.ts';

type ChangeOf<Action> = Extract<ReleaseChange, { action: Action }>;
type Withdraw = ChangeOf<'withdraw'>;
type Reinstate = ChangeOf<'reinstate'>;
/** Changes of the versions in the registry. */
type Switch = ChangeOf<'promote' | 'share' | 'rollback'>;

/**
 * Carries out a change, under the lock of the commands.
 * @param who for the history
 * @throws Failure 409 `STALE` if the registry has another serial than the change, `LOCKED` if this server
 * can't write it, `REFUSED` if the change isn't possible
 */
export async function changeRelease(
  context: ReleasesContext,
  change: ReleaseChange,
  who: string,
): Promise<void> {
  if (change.action === 'withdraw') return withdraw(context, change, who);
  if (change.action === 'reinstate') return reinstate(context, change, who);
  if (change.action === 'undo') return undo(context, change, who);
  return switchVersion(context, change, who);
}

async function switchVersion(context: ReleasesContext, change: Switch, who: string): Promise<void> {
  const { action, remote, version } = change;
  const what = [action, version, action === 'share' && `for ${change.traffic} %`].filter(Boolean).join(' ');
  await changeEntry(context, change.serial, { who, what, remote }, (registry, isWithdrawn) => {
    const entry = requireEntry(registry, remote);
    const { live, previous, candidate } = entry;
    const isCandidate = candidate?.release.version === version;
    if (action === 'rollback') {
      // As the command, which ends a candidate first.
      const canGoBack = live.version === version && !candidate && previous;
      if (!isCandidate && !canGoBack) throw refused(`${version} has nothing to go back to`);
      return rolledBack(entry);
    }
    if (!candidate || !isCandidate) throw refused(`${version} is not the candidate`);
    return action === 'share'
      ? withCandidate(entry, candidate.release, { ...candidate, traffic: change.traffic })
      : withLive(remote, entry, candidate.release, isWithdrawn);
  });
}

/** Restores the versions before the newest change of the registry. */
async function undo(context: ReleasesContext, { serial }: ChangeOf<'undo'>, who: string): Promise<void> {
  const { dist } = context;
  assertCurrent(await readRegistry(dist), serial);
  const found = undoable(effectiveChanges(await readHistory(dist), serial), serial);
  if (!found) throw refused('the newest change can not be undone');
  const { remote, to } = found;
  const note = { who, what: `undo ${found.what}`, remote };
  await changeEntry(context, serial, note, async (registry) => {
    const named = entryOf(registry, remote);
    const find = async (version: string) =>
      (named && versionsOf(named).find((one) => one.version === version)) ??
      (await readVersion(dist, remote, version));
    const { live, previous, candidate, traffic, target } = to;
    return {
      name: remote,
      live: await find(live),
      previous: previous === undefined ? undefined : await find(previous),
      ...(candidate !== undefined &&
        traffic !== undefined && { candidate: { release: await find(candidate), traffic, target } }),
    };
  });
}

/**
 * Replaces one remote's entry. A version that gets a larger share must be intact and not withdrawn; the
 * commands have checked everything else of it when the registry first named it.
 */
async function changeEntry(
  context: ReleasesContext,
  serial: number,
  note: { who: string; what: string; remote: string },
  change: (
    registry: Registry,
    isWithdrawn: (version: string) => boolean,
  ) => RegistryEntry | Promise<RegistryEntry>,
): Promise<void> {
  const { dist, db, now, log } = context;
  await assertUnlocked(dist);
  const changed = async (registry: Registry) => {
    assertCurrent(registry, serial);
    const withdrawn = [...(registry.withdrawn ?? []), ...(await readWithdrawn(db))];
    const isWithdrawn = (version: string) => includes(withdrawn, note.remote, version);
    const entry = await change(registry, isWithdrawn);
    const before = entryOf(registry, note.remote);
    const activated = [
      entry.live.version !== before?.live.version && entry.live,
      entry.candidate?.release,
    ].filter((one) => one !== undefined && one !== false);
    for (const release of activated) {
      if (isWithdrawn(release.version)) throw refused(`${release.version} is withdrawn`);
      await assertIntact(dist, release).catch((error: Error) => {
        throw refused(error.message);
      });
    }
    return withEntry(registry, entry);
  };
  const registry = await changeRegistry(dist, changed, note, { now });
  // Logs contain no personal data: the history has the operator's name and e-mail.
  const { remote, what } = note;
  log.warn({ remote, what, serial: registry.serial }, 'an operator changed a release');
  // A concurrent change may have made another version live by now.
  await withRegistryLock(dist, async () => {
    const entry = entryOf(await readRegistry(dist), note.remote);
    if (entry) await publishStableFiles(note.remote, entry.live, dist);
  });
}

/** Withdraws a version in the database, so that it works for a registry that this server can't write. */
async function withdraw(context: ReleasesContext, change: Withdraw, who: string): Promise<void> {
  const { db, dist, now, log } = context;
  const { remote, version, reason } = change;
  const registry = await readRegistry(dist);
  assertCurrent(registry, change.serial);
  const entry = requireEntry(registry, remote);
  if (!isNamed(registry, { name: remote, version })) throw refused(`${version} is not in use`);
  const withdrawn = [...(registry.withdrawn ?? []), ...(await readWithdrawn(db))];
  const added: Withdrawn = { name: remote, version, reason, at: now().toISOString() };
  // The last version of a remote runs even if it is withdrawn.
  if (withoutWithdrawn(entry, [...withdrawn, added]).live.version === version)
    throw refused(`no other version of ${remote} is left`);
  const written = includes(withdrawn, remote, version)
    ? []
    : await db
        .insert(withdrawnVersions)
        .values({ remote, version, reason, at: now(), by: who, figures: await figuresOf(context, change) })
        .onConflictDoNothing()
        .returning();
  if (written.length === 0) throw refused(`${version} is withdrawn already`);
  log.warn({ remote, version }, 'an operator withdrew a version');
}

async function figuresOf({ db }: ReleasesContext, { remote, version }: Withdraw) {
  const rows = (await readCounts({ db })).filter((row) => row.remote === remote && row.version === version);
  const sum = (kind: 'opened' | 'failed') => rows.reduce((total, row) => total + row[kind], 0);
  return { opened: sum('opened'), failed: sum('failed') };
}

/** Ends a withdrawal in the database, else one in the registry. */
async function reinstate(context: ReleasesContext, change: Reinstate, who: string): Promise<void> {
  const { db, dist, now, log } = context;
  const { remote, version, serial } = change;
  assertCurrent(await readRegistry(dist), serial);
  const ended = await db.transaction(async (tx) => {
    const isVersion = and(eq(withdrawnVersions.remote, remote), eq(withdrawnVersions.version, version));
    const rows = await tx
      .update(withdrawnVersions)
      .set({ reinstatedAt: now(), reinstatedBy: who })
      .where(and(isVersion, isNull(withdrawnVersions.reinstatedAt)))
      .returning({ by: withdrawnVersions.by });
    // The same figures would withdraw it again within seconds.
    if (rows.some(({ by }) => by === null))
      await tx
        .delete(remoteCounts)
        .where(and(eq(remoteCounts.remote, remote), eq(remoteCounts.version, version)));
    return rows.length > 0;
  });
  if (!ended) {
    await assertUnlocked(dist);
    const note = { who, what: `reinstate ${version}`, remote };
    const without = (registry: Registry) => {
      assertCurrent(registry, serial);
      const { withdrawn = [] } = registry;
      const left = withoutWithdrawal(withdrawn, { name: remote, version });
      if (left.length === withdrawn.length) throw refused(`${version} is not withdrawn`);
      return { ...registry, withdrawn: left };
    };
    await changeRegistry(dist, without, note, { now });
  }
  log.warn({ remote, version }, 'an operator reinstated a version');
}

function assertCurrent({ serial = 0 }: Registry, expected: number): void {
  if (serial !== expected) throw new Failure(409, 'STALE', 'The registry has changed');
}

async function assertUnlocked(dist: string): Promise<void> {
  if (await lockOf(dist)) throw new Failure(409, 'LOCKED', 'This server can not write the registry');
}

function requireEntry(registry: Registry, remote: string): RegistryEntry {
  const entry = entryOf(registry, remote);
  if (!entry) throw refused(`there is no remote ${remote}`);
  return entry;
}

const includes = (withdrawn: readonly Withdrawn[], remote: string, version: string) =>
  withdrawn.some((one) => one.name === remote && one.version === version);

const refused = (why: string) => new Failure(409, 'REFUSED', why);
