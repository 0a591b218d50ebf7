import type { PgTable } from 'drizzle-orm/pg-core';
import { isWaiting } from '../domain/charging/attempts.ts';
import { hashOf } from '../domain/people/auth/tokens.ts';
import { keyOf } from '../domain/sites/measure-connectors.ts';
import { and, eq, exists, inArray, isNull, or, type SQL, sql } from '../platform/database/orm.ts';
import { type ConnectorKey, inBatches, isAt } from '../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  priceProfiles,
  sites,
  startAttempts,
  transactions,
} from '../platform/database/schema.ts';
import { noteChange, type Pruning, pruneMissing, type Scope } from './changes.ts';
import type { NetworkFile } from './network-file.ts';

const RUNNING = 'is in use by a charge: apply the file again when it has ended';
const HAS_CHARGES = 'its charges refer to it';

type Model = NetworkFile['chargePointModels'][string];
type WantedPoint = NetworkFile['sites'][string]['chargePoints'][number];
type ConnectorRow = typeof connectors.$inferSelect;

interface Wanted {
  point: WantedPoint;
  siteKey: string;
  model: Model;
  price: string;
  path: PropertyKey[];
}

/** Stores the file's charge points with their connectors. */
export async function applyChargePoints(
  scope: Scope,
  siteIds: ReadonlyMap<string, number>,
  profileIds: ReadonlyMap<string, number>,
): Promise<void> {
  const wanted = wantedPoints(scope.network);
  const connectorsById = Map.groupBy(await scope.tx.select().from(connectors), (row) => row.chargePointId);
  await pruneChargePoints(scope, wanted, connectorsById);
  await storePoints(scope, wanted, siteIds, profileIds);
  await storeConnectors(scope, wanted, connectorsById);
}

function wantedPoints({ sites: fileSites, chargePointModels }: NetworkFile): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>();
  for (const [siteKey, site] of Object.entries(fileSites))
    for (const [i, point] of site.chargePoints.entries()) {
      const model = chargePointModels[point.model];
      if (!model) throw new Error(`the model '${point.model}' wasn't checked`);
      const path = ['sites', siteKey, 'chargePoints', i];
      wanted.set(point.id, { point, siteKey, model, price: point.price ?? site.price, path });
    }
  return wanted;
}

async function storePoints(
  { tx, now, changes, problems }: Scope,
  wanted: ReadonlyMap<string, Wanted>,
  siteIds: ReadonlyMap<string, number>,
  profileIds: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = await tx
    .select({ point: chargePoints, siteKey: sites.key, siteName: sites.name, price: priceProfiles.name })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .innerJoin(priceProfiles, eq(priceProfiles.id, chargePoints.priceProfileId));
  const stored = new Map(rows.map((row) => [row.point.id, row]));
  const holders = new Map(
    rows.flatMap(({ point }) => (wanted.has(point.id) ? [] : [[point.code, point.id] as const])),
  );
  const created: (typeof chargePoints.$inferInsert)[] = [];
  const changed: ((typeof created)[number] & { isRenumbered: boolean })[] = [];
  for (const [id, { point, siteKey, model, price, path }] of wanted) {
    const holder = holders.get(point.code);
    if (holder !== undefined) {
      const message = `${point.code} is the code of the charge point '${holder}', which isn't in the file and stays`;
      problems.push({ path: [...path, 'code'], message });
      continue;
    }
    const known = stored.get(id);
    const siteId = siteIds.get(siteKey);
    const priceProfileId = profileIds.get(price);
    if (siteId === undefined || priceProfileId === undefined) throw new Error(`'${id}' wasn't checked`);
    const secretHash = point.secret === undefined ? known?.point.secretHash : hashOf(point.secret);
    const fields = {
      code: point.code,
      manufacturer: model.manufacturer,
      model: point.model,
      powerGroup: point.powerGroup ?? null,
      maxPowerKw: model.maxPowerKw ?? Math.max(...model.connectors.map(({ maxPowerKw }) => maxPowerKw)),
    };
    // A new secret in the file withdraws an offered one (`offerSecret`).
    const nextSecretHash = secretHash === known?.point.secretHash ? known?.point.nextSecretHash : null;
    const preparingSince = point.state ? (known?.point.preparingSince ?? now) : null;
    const secrets = { secretHash: secretHash ?? null, nextSecretHash };
    const row = { ...fields, id, siteId, priceProfileId, preparingSince, ...secrets };
    const before = known && {
      ...known.point,
      site: known.point.siteId === siteId ? siteKey : (known.siteKey ?? known.siteName),
      price: known.point.priceProfileId === priceProfileId ? price : known.price,
      state: known.point.preparingSince ? 'preparing' : undefined,
      secret: hidden(known.point.secretHash),
    };
    const after = { ...fields, site: siteKey, price, state: point.state, secret: hidden(row.secretHash) };
    if (!noteChange(changes, `charge point ${id}`, { before, after, created: `at ${siteKey}` })) continue;
    if (known) changed.push({ ...row, isRenumbered: known.point.code !== point.code });
    else created.push(row);
  }
  if (problems.length > 0) return;
  // Codes are unique, and two charge points may swap theirs.
  for (const { id, isRenumbered } of changed)
    if (isRenumbered)
      await tx
        .update(chargePoints)
        .set({ code: `moving ${id}` })
        .where(eq(chargePoints.id, id));
  for (const { id, isRenumbered: _, ...row } of changed) {
    await tx.update(chargePoints).set(row).where(eq(chargePoints.id, id));
    const isFree = inArray(connectors.status, ['Available', 'Preparing']);
    if (row.preparingSince)
      await tx
        .update(connectors)
        .set({ status: 'Unavailable' })
        .where(and(eq(connectors.chargePointId, id), isFree));
  }
  for (const batch of inBatches(created)) await tx.insert(chargePoints).values(batch);
}

/** Wraps the hash, because `describeDifference` doesn't show the values of objects. */
const hidden = (hash: string | null) => ({ hash });

async function storeConnectors(
  { tx, changes, problems }: Scope,
  wanted: ReadonlyMap<string, Wanted>,
  stored: ReadonlyMap<string, ConnectorRow[]>,
): Promise<void> {
  if (problems.length > 0) return;
  const created: (typeof connectors.$inferInsert)[] = [];
  for (const [chargePointId, { point, model }] of wanted) {
    const known = stored.get(chargePointId);
    for (const [
      i,
      { evse = null, connector = null, minPowerKw = null, ...socket },
    ] of model.connectors.entries()) {
      const connectorId = i + 1;
      const place = { evseId: evse, evseConnectorId: connector };
      const row = {
        ...socket,
        minPowerKw,
        ...place,
        name: point.connectors[i] ?? String(connectorId),
        retiredAt: null,
      };
      const knownConnector = known?.find((one) => one.connectorId === connectorId);
      const what = `connector ${chargePointId}-${connectorId}`;
      // Connectors of a new charge point aren't listed.
      const listed = known ? changes : [];
      if (!noteChange(listed, what, { before: knownConnector, after: row, created: row.name })) continue;
      if (knownConnector)
        await tx.update(connectors).set(row).where(isAt(connectors, { chargePointId, connectorId }));
      else created.push({ chargePointId, connectorId, ...row });
    }
  }
  for (const batch of inBatches(created)) await tx.insert(connectors).values(batch);
}

/**
 * With `prune`, removes charge points and connectors that aren't in the file. Those with charges
 * are retired instead; a retired charge point loses its secret.
 */
async function pruneChargePoints(
  scope: Scope,
  wanted: ReadonlyMap<string, Wanted>,
  stored: ReadonlyMap<string, ConnectorRow[]>,
): Promise<void> {
  const { tx, prune } = scope;
  const points = await tx
    .select({ id: chargePoints.id, secretHash: chargePoints.secretHash })
    .from(chargePoints);
  const missing = points.filter(({ id }) => !wanted.has(id));
  const surplus = [...wanted].flatMap(([id, { model }]) =>
    (stored.get(id) ?? []).filter(
      ({ connectorId, retiredAt }) => connectorId > model.connectors.length && retiredAt === null,
    ),
  );
  const uses = prune
    ? await usagesOf(scope, [...missing.map(({ id }) => id), ...surplus.map((row) => row.chargePointId)])
    : new Map<string, Usage>();
  const usageOf = (key: ConnectorKey) => uses.get(keyOf(key));

  for (const connector of surplus) {
    await pruneMissing(
      scope,
      `connector ${connector.chargePointId}-${connector.connectorId}`,
      pruningOf([usageOf(connector)], {
        retire: () => tx.update(connectors).set({ retiredAt: scope.now }).where(isAt(connectors, connector)),
        remove: () => tx.delete(connectors).where(isAt(connectors, connector)),
      }),
    );
  }

  for (const { id, secretHash } of missing) {
    const own = stored.get(id) ?? [];
    const isRetired = own.length > 0 && own.every(({ retiredAt }) => retiredAt !== null);
    const ownUses = own.map(usageOf);
    if (isRetired && secretHash === null && (!prune || ownUses.includes('past'))) continue;
    const retire = async () => {
      await tx
        .update(chargePoints)
        .set({ secretHash: null, nextSecretHash: null })
        .where(eq(chargePoints.id, id));
      await tx
        .update(connectors)
        .set({ retiredAt: scope.now })
        .where(and(eq(connectors.chargePointId, id), isNull(connectors.retiredAt)));
    };
    const remove = () => tx.delete(chargePoints).where(eq(chargePoints.id, id));
    await pruneMissing(scope, `charge point ${id}`, pruningOf(ownUses, { retire, remove }));
  }
}

/** Returns what `--prune` does to connectors with these usages. */
function pruningOf(
  usages: (Usage | undefined)[],
  { retire, remove }: Record<'retire' | 'remove', () => PromiseLike<unknown>>,
): Pruning {
  if (usages.includes('running')) return { action: 'keep', detail: RUNNING };
  if (usages.includes('past')) return { action: 'retire', detail: HAS_CHARGES, run: retire };
  return { action: 'remove', run: remove };
}

/** Whether a connector has a charge or start in progress, had one, or never had any. */
type Usage = 'running' | 'past' | 'none';

/**
 * Returns the usage of these charge points' connectors by `keyOf`, and locks the connectors against
 * new charges.
 */
async function usagesOf({ tx, now }: Scope, chargePointIds: string[]): Promise<Map<string, Usage>> {
  if (chargePointIds.length === 0) return new Map();
  const isAffected = inArray(connectors.chargePointId, chargePointIds);
  // A charge or a start refers to its connector, so a concurrent one waits for this lock.
  await tx.select({ id: connectors.connectorId }).from(connectors).where(isAffected).for('update');
  const has = (table: PgTable & Parameters<typeof isAt>[0], condition?: SQL) =>
    exists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(isAt(table, connectors), condition)),
    );
  const rows = await tx
    .select({
      chargePointId: connectors.chargePointId,
      connectorId: connectors.connectorId,
      isRunning: sql<boolean>`${or(has(transactions, isNull(transactions.stoppedAt)), has(startAttempts, isWaiting(now)))}`,
      isUsed: sql<boolean>`${or(has(transactions), has(startAttempts))}`,
    })
    .from(connectors)
    .where(isAffected);
  return new Map(
    rows.map(({ isRunning, isUsed, ...key }) => [
      keyOf(key),
      isRunning ? 'running' : isUsed ? 'past' : 'none',
    ]),
  );
}
