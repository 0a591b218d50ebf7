/** Applies a network file to the database in one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { BrandOnDisk } from '@shared/registry/brand-file';
import { addCarModels } from '../domain/vehicles/car-models.ts';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.ts';
import type { Db } from '../platform/database/database.ts';
import { sql, TransactionRollbackError } from '../platform/database/orm.ts';
import type { Problem } from '../platform/yaml-file.ts';
import { applyBrands, pruneBrands } from './apply-brands.ts';
import { applyChargePoints } from './apply-charge-points.ts';
import { applyCoupons } from './apply-coupons.ts';
import { applyCards, applyFleets, applyGroups, applyOperators, applyValets } from './apply-people.ts';
import { applyPrices, prunePrices } from './apply-prices.ts';
import { applySites, pruneSites } from './apply-sites.ts';
import type { Change, Scope } from './changes.ts';
import type { Network } from './read-network.ts';

/** Thrown for an invalid network, with every problem found. */
export class InvalidNetwork extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

export interface ApplyOptions {
  brandsOnDisk: BrandOnDisk[];
  /** Whether to remove what isn't in the file. */
  prune: boolean;
  now: Date;
}

/**
 * Applies a network. A second call with the same network changes nothing. Without `prune`, nothing
 * that is missing from the file is removed; with it, what charges refer to is retired instead.
 * Charges keep the price of their start.
 * @param expected the changes that were shown to the operator
 * @throws `InvalidNetwork` if the file contradicts the database, and an error if the changes differ
 * from `expected`
 */
export function applyNetwork(
  db: Db,
  network: Network,
  options: ApplyOptions,
  expected?: Change[],
): Promise<Change[]> {
  return db.transaction(async (tx) => {
    const changes = await applyIn(tx, network, options);
    if (expected && !isDeepStrictEqual(changes, expected))
      throw new Error(
        'The database has changed in the meantime. Nothing was applied: run the command again.',
      );
    return changes;
  });
}

/** Returns what `applyNetwork` would change, by applying the network and rolling back. */
export async function previewNetwork(db: Db, network: Network, options: ApplyOptions): Promise<Change[]> {
  let changes: Change[] = [];
  await db
    .transaction(async (tx) => {
      changes = await applyIn(tx, network, options);
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error;
    });
  return changes;
}

async function applyIn(tx: Db, network: Network, options: ApplyOptions): Promise<Change[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.network})`);
  const scope: Scope = { ...options, tx, network, changes: [], problems: [] };
  const models = await addCarModels(tx);
  if (models > 0) scope.changes.push({ action: 'create', what: `${models} car models` });
  const brandIds = await applyBrands(scope);
  const profileIds = await applyPrices(scope);
  const siteIds = await applySites(scope, brandIds);
  await applyChargePoints(scope, siteIds, profileIds);
  await applyCoupons(scope, brandIds, siteIds);
  await applyValets(scope, brandIds, siteIds);
  await applyFleets(scope, brandIds, siteIds);
  await applyOperators(scope, brandIds);
  await applyGroups(scope, brandIds);
  await applyCards(scope);
  await pruneSites(scope, siteIds);
  await prunePrices(scope);
  await pruneBrands(scope);
  if (scope.problems.length > 0) throw new InvalidNetwork(scope.problems);
  return scope.changes;
}
