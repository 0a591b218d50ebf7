import { PriceProfilePeriod } from '@shared/contract';
import { asc, eq } from '../platform/database/orm.ts';
import { one } from '../platform/database/rows.ts';
import { chargePoints, pricePeriods, priceProfiles } from '../platform/database/schema.ts';
import { isSame, pruneMissing, referredIds, type Scope } from './changes.ts';
import { versionsOf } from './check-references.ts';
import type { NetworkFile } from './network-file.ts';

type Period = Omit<typeof pricePeriods.$inferSelect, 'id' | 'profileId'>;

/**
 * Stores the file's prices, and returns the ids of their profiles by name. A charge has a copy of
 * the price in force at its start, so a changed price applies only to future charges.
 */
export async function applyPrices({ tx, network, changes }: Scope): Promise<Map<string, number>> {
  const profiles = await tx.select().from(priceProfiles).orderBy(asc(priceProfiles.id));
  const rows = await tx.select().from(pricePeriods);
  const stored = Map.groupBy(rows, ({ profileId }) => profileId);
  const ids = new Map<string, number>();
  for (const [name, prices] of Object.entries(network.prices)) {
    const wanted = periodsOf(prices);
    const known = profiles.find((profile) => profile.name === name)?.id;
    const id = known ?? one(await tx.insert(priceProfiles).values({ name }).returning()).id;
    ids.set(name, id);
    const storedPeriods = (stored.get(id) ?? []).map(({ id: _, profileId: __, ...period }) => ({
      ...period,
      price: PriceProfilePeriod.parse(period.price),
    }));
    if (isSame(storedPeriods.sort(compareStarts), wanted)) continue;
    await tx.delete(pricePeriods).where(eq(pricePeriods.profileId, id));
    await tx.insert(pricePeriods).values(wanted.map((period) => ({ ...period, profileId: id })));
    const detail = wanted.map(describePeriod).join('; ');
    changes.push({ action: known === undefined ? 'create' : 'change', what: `price ${name}`, detail });
  }
  return ids;
}

/** With `prune`, removes prices that aren't in the file and that no charge point uses. */
export async function prunePrices(scope: Scope): Promise<void> {
  const { tx, network } = scope;
  const profiles = await tx.select().from(priceProfiles).orderBy(asc(priceProfiles.id));
  const seen = new Set<string>();
  const missing = profiles.filter(({ name }) => {
    // Of two profiles with the same name, the first one is the file's.
    if (!Object.hasOwn(network.prices, name) || seen.has(name)) return true;
    seen.add(name);
    return false;
  });
  if (missing.length === 0) return;
  const ids = missing.map(({ id }) => id);
  const used = await referredIds(tx, ids, chargePoints.priceProfileId);
  for (const { id, name } of missing)
    await pruneMissing(
      scope,
      `price ${name}`,
      used.has(id)
        ? { action: 'keep', detail: 'charge points that stay use it' }
        : { action: 'remove', run: () => tx.delete(priceProfiles).where(eq(priceProfiles.id, id)) },
    );
}

function periodsOf(prices: NetworkFile['prices'][string]): Period[] {
  const versions = versionsOf(prices);
  return versions
    .flatMap(({ validFrom, periods }, i) =>
      periods.map(({ validFrom: _, hours, ...price }) => ({
        fromMinute: hours?.from ?? 0,
        toMinute: hours?.to ?? 24 * 60,
        validFrom,
        validUntil: versions[i + 1]?.validFrom ?? null,
        price: PriceProfilePeriod.parse(price),
      })),
    )
    .sort(compareStarts);
}

const compareStarts = (one: Period, other: Period) =>
  (one.validFrom?.getTime() ?? Number.NEGATIVE_INFINITY) -
    (other.validFrom?.getTime() ?? Number.NEGATIVE_INFINITY) || one.fromMinute - other.fromMinute;

function describePeriod({ validFrom, fromMinute, toMinute, price }: Period): string {
  const amounts = Object.entries(price).flatMap(([name, value]) => (value ? [`${name} ${value}`] : []));
  const isWholeDay = fromMinute === 0 && toMinute === 24 * 60;
  return [
    ...(validFrom ? [`from ${validFrom.toISOString()}`] : []),
    ...(isWholeDay ? [] : [`${timeOf(fromMinute)}-${timeOf(toMinute)}`]),
    amounts.join(', ') || 'costs nothing',
  ].join(' ');
}

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
