/** What operators see of the releases: the registry, its history, and the figures of browsers. */
import { access, constants, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseJson } from '@shared/contract/lenient';
import type { Releases } from '@shared/contract/releases';
import { type Registry, type RegistryEntry, type RemoteVersion, withoutWithdrawn } from '@shared/registry';
import { MANIFEST } from '@shared/registry/built-version';
import { readRegistry, readSigned } from '@shared/registry/change-registry';
import { type Counted, type CountedLoad, LOAD_PHASES, VITALS } from '@shared/registry/counted';
import { effectiveChanges, type HistoryLine, readHistory, toolsFolder } from '@shared/registry/history';
import { landingFiles } from '@shared/registry/preload';
import { callsInManifest, type VersionCall } from '@shared/registry/version-manifest';
import type * as z from 'zod/mini';
import { sql } from '../../platform/database/orm.ts';
import { remoteCounts, withdrawnVersions } from '../../platform/database/schema.ts';
import type { RemotesContext } from '../context.ts';

/** Newest changes that are returned. */
const EVENTS = 50;

export interface ReleasesContext extends Pick<RemotesContext, 'db' | 'now' | 'log'> {
  /** Folder of the web app. */
  dist: string;
  sizeOf: (version: RemoteVersion) => Promise<number | undefined>;
  /** Returns whether this server has a call of the API. */
  hasCall: (call: VersionCall) => boolean;
}

type Counts = Partial<Record<Counted | CountedLoad, number>>;
/** Before it is parsed by the client. */
type SentReleases = z.input<typeof Releases>;
type Withdrawal = NonNullable<SentReleases['remotes'][number]['versions'][number]['withdrawn']>;
type ReleaseEvent = SentReleases['history'][number];

/** Returns the releases, with figures of the last 7 days. */
export async function readReleases(context: ReleasesContext): Promise<SentReleases> {
  const { db, dist } = context;
  const registry = await readRegistry(dist);
  const { serial = 0, remotes } = registry;
  const locked = await lockOf(dist);
  const changes = effectiveChanges(await readableHistory(context), serial);
  const rows = await db.select().from(withdrawnVersions).orderBy(withdrawnVersions.at);
  const counts = await readVersionCounts(context);
  const withdrawals = withdrawalsOf(registry, rows, locked);
  const releasesOf = async (entry: RegistryEntry) => {
    const { name, live, previous, candidate } = entry;
    const roles = [
      ['candidate', candidate?.release],
      ['live', live],
      ['previous', previous],
    ] as const;
    const versions = roles.map(async ([role, release]) => {
      if (!release) return [];
      const { version } = release;
      const key = keyOf(name, version);
      const change = changes[startOfRole(changes, name, version, role)];
      return [
        {
          version,
          role,
          share: shareOf(entry, version, [...withdrawals.keys()]),
          target: role === 'candidate' ? candidate?.target : undefined,
          ...figuresOf(counts.get(key) ?? {}),
          sizeBytes: await context.sizeOf(release),
          missingCalls: await missingCalls(context, name, version),
          since: change?.at,
          by: change?.who,
          withdrawn: withdrawals.get(key),
        },
      ];
    });
    return {
      name,
      title: live.title,
      team: live.owner?.team,
      contact: live.owner?.contact,
      versions: (await Promise.all(versions)).flat(),
    };
  };
  return {
    serial,
    locked,
    remotes: await Promise.all(remotes.map(releasesOf)),
    history: [...eventsOf(changes), ...rows.flatMap(eventsOfWithdrawal)]
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
      .slice(0, EVENTS),
    canUndo: locked === undefined && undoable(changes, serial) !== undefined,
  };
}

/** Returns undefined for a version of an earlier build, or of another origin. */
async function missingCalls({ dist, hasCall }: ReleasesContext, name: string, version: string) {
  const file = `${dist}/remotes/${name}/${version}/${MANIFEST}`;
  const manifest = await readFile(file, 'utf8').catch(() => '');
  return callsInManifest(parseJson(manifest))
    ?.filter((call) => !hasCall(call))
    .map(({ name, optional }) => ({ name, optional }));
}

/**
 * Returns why this server can't change the registry: it is signed, and only its owner has the key, or the
 * folder or its history can't be written.
 */
export async function lockOf(dist: string): Promise<'signed' | 'readOnly' | undefined> {
  if (await readSigned(dist)) return 'signed';
  const write = constants.R_OK | constants.W_OK;
  const isWritable = (path: string) =>
    access(path, write).then(
      () => true,
      (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : false),
    );
  // `/.` fails unless it is a folder. A web app that was never changed doesn't have it yet.
  const tools = await isWritable(`${toolsFolder(dist)}/.`);
  return tools !== false && (await isWritable(dist)) ? undefined : 'readOnly';
}

/** Only the user who publishes may be able to read the history. */
const readableHistory = ({ dist, log }: ReleasesContext): Promise<HistoryLine[]> =>
  readHistory(dist).catch((err: unknown) => {
    log.warn({ err }, 'the history of the registry could not be read');
    return [];
  });

/**
 * Returns the newest change of the registry and the one before it, if restoring the versions of its remote
 * would undo it.
 */
export function undoable(changes: readonly HistoryLine[], serial: number) {
  const [before, newest] = changes.slice(-2);
  if (!before || newest?.serial !== serial || newest.remote === undefined) return undefined;
  const [from, to] = [newest.versions[newest.remote], before.versions[newest.remote]];
  if (!to || JSON.stringify(from) === JSON.stringify(to)) return undefined;
  return { remote: newest.remote, what: newest.what, to };
}

const keyOf = (remote: string, version: string) => `${remote} ${version}`;

/**
 * Returns the percentage of the browsers that run a version. An aimed candidate's is of those in its target,
 * and all others run the live version.
 */
function shareOf(entry: RegistryEntry, version: string, withdrawn: readonly string[]): number {
  const list = withdrawn.map((key) => {
    const [name = '', version = ''] = key.split(' ');
    return { name, version, reason: '', at: '' };
  });
  const { live, candidate } = withoutWithdrawn(entry, list);
  const traffic = candidate?.traffic ?? 0;
  if (candidate?.release.version === version) return traffic;
  if (live.version !== version) return 0;
  return candidate?.target ? 100 : 100 - traffic;
}

function withdrawalsOf(
  { withdrawn = [] }: Registry,
  rows: readonly (typeof withdrawnVersions.$inferSelect)[],
  locked: string | undefined,
): Map<string, Withdrawal> {
  const ofRegistry = withdrawn.map(({ name, version, reason, at }): [string, Withdrawal] => [
    keyOf(name, version),
    { reason, at, by: undefined, figures: undefined, canReinstate: locked === undefined },
  ]);
  const ofServer = rows
    .filter(({ reinstatedAt }) => reinstatedAt === null)
    .map(({ remote, version, reason, at, by, figures }): [string, Withdrawal] => [
      keyOf(remote, version),
      {
        reason,
        at: at.toISOString(),
        by: by ?? undefined,
        figures: figures
          ? { ...figures, predecessor: figures.predecessor && { ...figures.predecessor } }
          : undefined,
        canReinstate: true,
      },
    ]);
  return new Map([...ofRegistry, ...ofServer]);
}

/** Returns the sums of the kept counts, by remote and version. */
async function readVersionCounts({ db }: Pick<ReleasesContext, 'db'>): Promise<Map<string, Counts>> {
  const { remote, version, kind, count } = remoteCounts;
  const rows = await db
    .select({ remote, version, kind, sum: sql<number>`sum(${count})`.mapWith(Number) })
    .from(remoteCounts)
    .groupBy(remote, version, kind);
  const byVersion = Map.groupBy(rows, (row) => keyOf(row.remote, row.version));
  return new Map(
    [...byVersion].map(([key, sums]) => [key, Object.fromEntries(sums.map(({ kind, sum }) => [kind, sum]))]),
  );
}

/** Returns what an operator compares of a version. */
const figuresOf = (counts: Counts) => ({
  opened: counts.opened ?? 0,
  failed: (counts.loadFailed ?? 0) + (counts.renderFailed ?? 0),
  vitals: VITALS.map((name) => ({
    name,
    good: counts[`${name} good`] ?? 0,
    needsImprovement: counts[`${name} needs-improvement`] ?? 0,
    poor: counts[`${name} poor`] ?? 0,
  })).filter(({ good, needsImprovement, poor }) => good + needsImprovement + poor > 0),
  failedLoads: LOAD_PHASES.map((phase) => ({
    phase,
    retry: counts[`load ${phase} retry`] ?? 0,
    fallback: counts[`load ${phase} fallback`] ?? 0,
    unrecovered: counts[`load ${phase}`] ?? 0,
  })).filter(({ retry, fallback, unrecovered }) => retry + fallback + unrecovered > 0),
});

type Role = 'candidate' | 'live' | 'previous';

/** Returns the index of the change that gave a version its role; -1 if the history doesn't have it. */
function startOfRole(changes: readonly HistoryLine[], name: string, version: string, role: Role): number {
  const had = (line: HistoryLine) => line.versions[name]?.[role] === version;
  const before = changes.findLastIndex((line) => !had(line));
  // The first line may be of the registry before its history, so the role may be older.
  return before === -1 && changes[0]?.who === '' ? -1 : before + 1;
}

function eventsOf(changes: readonly HistoryLine[]): ReleaseEvent[] {
  return changes.flatMap(({ serial, at, who, what, remote, versions }, index) => {
    if (who === '') return [];
    const named = (names: HistoryLine['versions'] | undefined) =>
      remote === undefined ? undefined : names?.[remote];
    const [action = '', version] = what.split(' ');
    return [
      {
        at,
        who,
        serial,
        remote,
        action,
        before: named(changes[index - 1]?.versions),
        after: named(versions),
        version: action === 'withdraw' || action === 'reinstate' ? version : undefined,
        reason: undefined,
      },
    ];
  });
}

/** A withdrawal of this server isn't in the registry, which it may not be able to write. */
function eventsOfWithdrawal({
  remote,
  version,
  at,
  by,
  reason,
  reinstatedAt,
  reinstatedBy,
}: typeof withdrawnVersions.$inferSelect): ReleaseEvent[] {
  const common = { remote, version, serial: undefined, before: undefined, after: undefined };
  const withdrawal = { ...common, action: 'withdraw', at: at.toISOString(), who: by ?? undefined, reason };
  if (!reinstatedAt) return [withdrawal];
  const who = reinstatedBy ?? undefined;
  const reinstated = {
    ...common,
    action: 'reinstate',
    at: reinstatedAt.toISOString(),
    who,
    reason: undefined,
  };
  return [withdrawal, reinstated];
}

/**
 * Returns a function that returns the gzip size of what a version's heaviest screen loads, in
 * bytes, as `budgetKb` limits it. Undefined if a file isn't in this web app. Computed once per
 * version, because its files never change.
 */
export function createSizes(dist: string): (version: RemoteVersion) => Promise<number | undefined> {
  const known = new Map<string, Promise<number | undefined>>();
  return (version) => {
    const key = version.entry.url;
    const size = known.get(key) ?? heaviestScreen(dist, version).catch(() => undefined);
    known.set(key, size);
    return size;
  };
}

async function heaviestScreen(dist: string, version: RemoteVersion): Promise<number> {
  const paths = Object.keys(version.preload).filter((path) => path !== '*');
  const screens = (paths.length > 0 ? paths : ['']).map(async (path) => {
    const sizes = await Promise.all(landingFiles(version, path).map(({ url }) => gzipSize(`${dist}${url}`)));
    return sizes.reduce((sum, size) => sum + size, 0);
  });
  return Math.max(...(await Promise.all(screens)));
}

const compress = promisify(gzip);
const gzipSize = async (file: string) => (await compress(await readFile(file))).length;
