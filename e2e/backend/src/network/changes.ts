/** Changes that applying a network file makes, with one line each. */
import { isDeepStrictEqual } from 'node:util';
import type { BrandOnDisk } from '@shared/registry/brand-file';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../platform/database/database.ts';
import { inArray, sql } from '../platform/database/orm.ts';
import type { Problem } from '../platform/yaml-file.ts';
import type { Network } from './read-network.ts';

/**
 * `retire`: taken out of service and kept, because charges or accounts refer to it. `keep`: not in
 * the file but left unchanged, for the reason in `detail`.
 */
type Action = 'create' | 'change' | 'remove' | 'retire' | 'keep';

export interface Change {
  action: Action;
  /** For example `site estacao-trianon`. */
  what: string;
  detail?: string;
}

/** Fields to compare. A changed object or list is listed without its value. */
type Fields = Record<string, unknown>;

/** Describes which fields change, or returns undefined if none does. */
export function describeDifference(before: Fields, after: Fields): string | undefined {
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (changed.length === 0) return undefined;
  return changed
    .map((name) => {
      const [from, to] = [formatValue(before[name]), formatValue(after[name])];
      return from === undefined || to === undefined ? name : `${name} ${from} → ${to}`;
    })
    .join(', ');
}

/**
 * Notes that something is created, or how it changes if it is known.
 * @returns false if nothing changes
 */
export function noteChange(
  changes: Change[],
  what: string,
  { before, after, created }: { before: Fields | undefined; after: Fields; created?: string | undefined },
): boolean {
  const detail = before ? describeDifference(before, after) : created;
  if (before && detail === undefined) return false;
  changes.push({ action: before ? 'change' : 'create', what, ...(detail !== undefined && { detail }) });
  return true;
}

/** Compares values as they are stored: JSON has no undefined. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(asStored(one), asStored(other));
const asStored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;

function formatValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'none';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? undefined : String(value);
}

/** Returns whether the change alters the database. */
export const isEffective = ({ action }: Change) => action !== 'keep';

export const formatChange = ({ action, what, detail }: Change) =>
  `${action.padEnd(6)}  ${what}${detail === undefined ? '' : `: ${detail}`}`;

/** Context shared by the steps of `applyNetwork`. */
export interface Scope {
  /** The transaction of the whole file. */
  tx: Db;
  network: Network;
  /** Brands of the build, as `pnpm brand` manages them. */
  brandsOnDisk: BrandOnDisk[];
  /** Whether to remove what isn't in the file. */
  prune: boolean;
  now: Date;
  changes: Change[];
  /** Contradictions between file and database. Any problem rolls back the whole file. */
  problems: Problem[];
}

/** What `--prune` does to something that isn't in the file; `run` does it in the database. */
export type Pruning = Omit<Change, 'what'> & { run?: () => PromiseLike<unknown> };

/** Does it or, without `--prune`, keeps what isn't in the file. */
export async function pruneMissing(
  { prune, changes }: Scope,
  what: string,
  { run, ...change }: Pruning,
): Promise<void> {
  if (!prune) {
    changes.push({ action: 'keep', what, detail: 'is not in the file, and is removed only with --prune' });
    return;
  }
  await run?.();
  changes.push({ what, ...change });
}

/** Returns which of these ids a row of a column's table refers to. */
export async function referredIds(tx: Db, ids: number[], ...columns: PgColumn[]): Promise<Set<number>> {
  const referred = new Set<number>();
  for (const column of columns) {
    const rows = await tx
      .selectDistinct({ id: sql<number>`${column}` })
      .from(column.table)
      .where(inArray(column, ids));
    for (const { id } of rows) referred.add(id);
  }
  return referred;
}
