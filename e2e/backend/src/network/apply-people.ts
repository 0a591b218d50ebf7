/**
 * Valets, operators, groups, fleets and cards of a network file. Accounts and their vehicles are never
 * removed.
 */
import { revokeTokens } from '../domain/people/auth/tokens.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from '../platform/database/orm.ts';
import { inBatches, one } from '../platform/database/rows.ts';
import {
  brands,
  fleetVehicles,
  idTags,
  manufacturers,
  models,
  operators,
  sites,
  siteValets,
  users,
  vehicles,
} from '../platform/database/schema.ts';
import { describeDifference, noteChange, pruneMissing, type Scope } from './changes.ts';
import type { NetworkFile } from './network-file.ts';

/** Columns that identify an account. */
const ACCOUNT = { userId: users.id, email: users.email, brand: brands.slug };

type Ids = ReadonlyMap<string, number>;
type Account = Pick<NetworkFile['valets'][number], 'brand' | 'email' | 'name'>;

/**
 * Returns the id of an account, or undefined if its brand has a problem. A new account has no
 * password: its user sets one with "forgot password". An existing account keeps the name that its
 * user chose.
 */
async function accountOf({ tx, changes }: Scope, { brand, email, name }: Account, brandIds: Ids) {
  const brandId = brandIds.get(brand);
  if (brandId === undefined) return undefined;
  const [known] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.brandId, brandId), eq(users.email, email)))
    // A login issues its session under the same lock.
    .for('no key update');
  if (known) return known.id;
  changes.push({ action: 'create', what: `account ${email} of ${brand}` });
  return one(await tx.insert(users).values({ brandId, email, name }).returning({ id: users.id })).id;
}

/**
 * Removes the password and sessions of an account that gets a right: anyone may have registered with the
 * e-mail, also if its owner has confirmed it since. Its live sockets close within a minute.
 */
async function resetAccess({ tx, changes }: Scope, userId: number, { email, brand }: Account) {
  const sessions = await revokeTokens(tx, userId);
  const reset = await tx
    .update(users)
    .set({ passwordHash: null })
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)))
    .returning({ id: users.id });
  if (sessions.length + reset.length > 0)
    changes.push({ action: 'change', what: `account ${email} of ${brand}`, detail: NEW_RIGHT });
}

const NEW_RIGHT = 'it gets a right, so its password and sessions are removed';

/** Makes users valets of sites. Without `prune`, they remain valets of sites not in the file. */
export async function applyValets(scope: Scope, brandIds: Ids, siteIds: Ids): Promise<void> {
  const { tx, network, prune, changes } = scope;
  const keys = new Map([...siteIds].map(([key, id]) => [id, key]));
  const links = await tx
    .select({ ...ACCOUNT, siteId: sites.id, siteName: sites.name })
    .from(siteValets)
    .innerJoin(users, eq(users.id, siteValets.userId))
    .innerJoin(brands, eq(brands.id, users.brandId))
    .innerJoin(sites, eq(sites.id, siteValets.siteId));
  const stored = Map.groupBy(links, ({ userId }) => userId);
  for (const valet of network.valets) {
    const userId = await accountOf(scope, valet, brandIds);
    if (userId === undefined) continue;
    const currentLinks = stored.get(userId) ?? [];
    stored.delete(userId);
    const wanted = valet.sites === 'all' ? sitesOf(network, valet.brand) : valet.sites;
    const surplus = currentLinks.filter(({ siteId }) => {
      const key = keys.get(siteId);
      return key === undefined ? prune : !wanted.includes(key);
    });
    const added = wanted.filter((key) => !currentLinks.some(({ siteId }) => keys.get(siteId) === key));
    if (surplus.length > 0)
      await tx.delete(siteValets).where(
        and(
          eq(siteValets.userId, userId),
          inArray(
            siteValets.siteId,
            surplus.map(({ siteId }) => siteId),
          ),
        ),
      );
    const rows = added.flatMap((key) => {
      const siteId = siteIds.get(key);
      return siteId === undefined ? [] : [{ userId, siteId }];
    });
    if (rows.length > 0 && currentLinks.length === 0) await resetAccess(scope, userId, valet);
    if (rows.length > 0) await tx.insert(siteValets).values(rows);
    const detail = [
      ...added.map((key) => `+ ${key}`),
      ...surplus.map(({ siteId, siteName }) => `− ${keys.get(siteId) ?? siteName}`),
    ].join(', ');
    if (detail !== '')
      changes.push({
        action: currentLinks.length === 0 ? 'create' : 'change',
        what: `valet ${valet.email} of ${valet.brand}`,
        detail,
      });
  }
  for (const [userId, [first]] of stored) {
    await pruneMissing(scope, `valet ${first?.email} of ${first?.brand}`, {
      action: 'remove',
      detail: 'the account stays',
      run: () => tx.delete(siteValets).where(eq(siteValets.userId, userId)),
    });
  }
}

/** Returns the keys of the sites that a brand shows. */
const sitesOf = (network: NetworkFile, brand: string) =>
  Object.entries(network.sites).flatMap(([key, site]) => (site.brands.includes(brand) ? [key] : []));

/** Lets users command the charge points of their brand (`../domain/operator`), and change releases. */
export async function applyOperators(scope: Scope, brandIds: Ids): Promise<void> {
  const { tx, network, changes } = scope;
  const rows = await tx
    .select({ ...ACCOUNT, releases: operators.releases })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .innerJoin(brands, eq(brands.id, users.brandId));
  const stored = new Map(rows.map((row) => [row.userId, row]));
  const describe = ({ email, brand }: Pick<Account, 'email' | 'brand'>) => `operator ${email} of ${brand}`;
  for (const operator of network.operators) {
    const userId = await accountOf(scope, operator, brandIds);
    if (userId === undefined) continue;
    const rights = { releases: operator.releases ?? false };
    const before = stored.get(userId);
    stored.delete(userId);
    const created = describeDifference({ releases: false }, rights);
    if (!noteChange(changes, describe(operator), { before, after: rights, created })) continue;
    if (!before || rights.releases) await resetAccess(scope, userId, operator);
    await tx
      .insert(operators)
      .values({ userId, ...rights })
      .onConflictDoUpdate({ target: operators.userId, set: rights });
  }
  for (const { userId, ...operator } of stored.values())
    await pruneMissing(scope, describe(operator), {
      action: 'remove',
      detail: 'the account stays',
      run: () => tx.delete(operators).where(eq(operators.userId, userId)),
    });
}

/** Puts accounts into groups, at which releases may be aimed. Those of an account are the file's. */
export async function applyGroups(scope: Scope, brandIds: Ids): Promise<void> {
  const { tx, network, changes } = scope;
  const rows = await tx
    .select({ ...ACCOUNT, groups: users.groups })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(sql`cardinality(${users.groups}) > 0`);
  const stored = new Map(rows.map((row) => [row.userId, row]));
  const describe = ({ email, brand }: Pick<Account, 'email' | 'brand'>) => `groups of ${email} of ${brand}`;
  const set = (userId: number, groups: string[]) =>
    tx.update(users).set({ groups }).where(eq(users.id, userId));
  const members = Object.entries(network.groups).flatMap(([group, accounts]) =>
    accounts.map((account) => ({ group, account })),
  );
  for (const [what, named] of Map.groupBy(members, ({ account }) => describe(account))) {
    const userId = named[0] && (await accountOf(scope, named[0].account, brandIds));
    if (userId === undefined) continue;
    const groups = named.map(({ group }) => group).sort();
    const current = stored.get(userId)?.groups ?? [];
    stored.delete(userId);
    if (current.join() === groups.join()) continue;
    await set(userId, groups);
    changes.push({ action: current.length > 0 ? 'change' : 'create', what, detail: groups.join(', ') });
  }
  for (const { userId, ...account } of stored.values())
    await pruneMissing(scope, describe(account), {
      action: 'remove',
      detail: 'the account stays',
      run: async () => void (await set(userId, [])),
    });
}

/** Stores the vehicles of fleets and shows them at their sites. */
export async function applyFleets(scope: Scope, brandIds: Ids, siteIds: Ids): Promise<void> {
  const { tx, network, changes, problems } = scope;
  const carModels = await tx
    .select({ id: models.id, name: sql<string>`${manufacturers.name} || ' ' || ${models.name}` })
    .from(models)
    .innerJoin(manufacturers, eq(manufacturers.id, models.manufacturerId));
  const fleet = new Map(
    (
      await tx
        .select({
          vehicleId: vehicles.id,
          site: sql<string>`coalesce(${sites.key}, ${sites.name})`,
          plate: vehicles.plate,
          email: users.email,
          departure: fleetVehicles.departure,
          requiredKwh: fleetVehicles.requiredKwh,
        })
        .from(fleetVehicles)
        .innerJoin(sites, eq(sites.id, fleetVehicles.siteId))
        .innerJoin(vehicles, eq(vehicles.id, fleetVehicles.vehicleId))
        .innerJoin(users, eq(users.id, vehicles.userId))
    ).map((row) => [row.vehicleId, row]),
  );
  for (const [i, owner] of network.fleets.entries()) {
    const userId = await accountOf(scope, owner, brandIds);
    if (userId === undefined) continue;
    const own = await tx.select().from(vehicles).where(eq(vehicles.userId, userId));
    if (owner.vehicles.length > 0 && !own.some(({ id }) => fleet.has(id)))
      await resetAccess(scope, userId, owner);
    for (const [j, vehicle] of owner.vehicles.entries()) {
      const { plate, name, make, model, site, departure = null, requiredKwh = null } = vehicle;
      const carName = `${make} ${model}`;
      const modelId = carModels.find((one) => one.name === carName)?.id;
      const siteId = siteIds.get(site);
      if (modelId === undefined || siteId === undefined) {
        const path = ['fleets', i, 'vehicles', j, 'model'];
        problems.push({ path, message: `there is no car model '${carName}'` });
        continue;
      }
      const row = { userId, plate, name, modelId };
      const known = own.find((other) => other.plate === plate);
      const knownInFleet = known && fleet.get(known.id);
      const before = knownInFleet && {
        ...knownInFleet,
        name: known.name,
        model: carModels.find(({ id }) => id === known.modelId)?.name,
      };
      if (known) fleet.delete(known.id);
      const after = { name, model: carName, site, departure, requiredKwh };
      const what = `fleet vehicle ${plate} of ${owner.email}`;
      if (!noteChange(changes, what, { before, after, created: `at ${site}` })) continue;
      const vehicleId =
        known?.id ?? one(await tx.insert(vehicles).values(row).returning({ id: vehicles.id })).id;
      if (known) await tx.update(vehicles).set(row).where(eq(vehicles.id, vehicleId));
      await tx
        .insert(fleetVehicles)
        .values({ vehicleId, siteId, departure, requiredKwh })
        .onConflictDoUpdate({
          target: fleetVehicles.vehicleId,
          set: { siteId, departure, requiredKwh },
        });
    }
  }
  for (const { vehicleId, plate, email } of fleet.values())
    await pruneMissing(scope, `fleet vehicle ${plate} of ${email}`, {
      action: 'remove',
      detail: 'the vehicle stays in its account',
      run: () => tx.delete(fleetVehicles).where(eq(fleetVehicles.vehicleId, vehicleId)),
    });
}

interface WantedCard {
  tag: string;
  label: string;
  validUntil?: Date | undefined;
  /** Owner of the card's vehicle, if it has one. */
  owner?: { brand: string; email: string; plate: string };
  /** The account that pays for its charges. */
  payer?: { brand: string; email: string };
  path: PropertyKey[];
}

/** Stores the cards of vehicles, of drivers and of neither. The identifiers of cars aren't touched. */
export async function applyCards(scope: Scope): Promise<void> {
  const { tx, network, changes, problems } = scope;
  const stored = new Map(
    // Tags are case-insensitive (OCPP 1.6 §7.28, IdToken is a CiString20Type).
    (await tx.select().from(idTags).where(isNull(idTags.endedAt))).map((row) => [row.tag.toUpperCase(), row]),
  );
  const vehicleIds = await fleetIds({ tx, network });
  const created: (typeof idTags.$inferInsert)[] = [];
  for (const { tag, label, validUntil = null, owner, payer, path } of cardsOf(network)) {
    const known = stored.get(tag.toUpperCase());
    if (known?.isCar) {
      problems.push({ path, message: `'${tag}' is the identifier of a driver's car` });
      continue;
    }
    stored.delete(tag.toUpperCase());
    const userId = payer === undefined ? null : await idOfAccount(tx, payer);
    if (userId === undefined) {
      problems.push({ path, message: `the brand has no account '${payer?.email}'` });
      continue;
    }
    const vehicleId = owner === undefined ? null : (vehicleIds.get(vehicleKey(owner)) ?? null);
    const row = { tag, label, vehicleId, userId, validUntil };
    if (!noteChange(changes, `card ${tag}`, { before: known, after: row, created: label })) continue;
    if (!known) {
      created.push(row);
      continue;
    }
    // A new owner hasn't blocked it.
    const blockedAt = known.userId === userId ? known.blockedAt : null;
    await tx
      .update(idTags)
      .set({ ...row, blockedAt })
      .where(eq(idTags.id, known.id));
  }
  for (const batch of inBatches(created)) await tx.insert(idTags).values(batch);
  for (const { id, tag, isCar } of stored.values()) {
    if (isCar) continue;
    await pruneMissing(scope, `card ${tag}`, {
      action: 'remove',
      run: () => tx.delete(idTags).where(eq(idTags.id, id)),
    });
  }
}

/** Returns undefined if there is no such account. */
async function idOfAccount(tx: Scope['tx'], { brand, email }: NonNullable<WantedCard['payer']>) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(and(eq(brands.slug, brand), eq(users.email, email), eq(users.isGuest, false)));
  return found?.id;
}

function cardsOf({ fleets, cards }: NetworkFile): WantedCard[] {
  const vehicleCards = fleets.flatMap(({ brand, email, vehicles: own }, i) =>
    own.flatMap(({ card: tag, name: label, plate }, j) => {
      const path = ['fleets', i, 'vehicles', j, 'card'];
      return tag === undefined ? [] : { tag, label, owner: { brand, email, plate }, path };
    }),
  );
  const further = cards.map((card, i) => ({
    tag: card.tag,
    label: card.label,
    validUntil: card.validUntil,
    ...('brand' in card && { payer: { brand: card.brand, email: card.email } }),
    path: ['cards', i, 'tag'],
  }));
  return [...vehicleCards, ...further];
}

/** Returns the ids of fleet vehicles by `vehicleKey`. */
async function fleetIds({ tx, network }: Pick<Scope, 'tx' | 'network'>): Promise<Ids> {
  if (network.fleets.length === 0) return new Map();
  const rows = await tx
    .select({ id: vehicles.id, brand: brands.slug, email: users.email, plate: vehicles.plate })
    .from(fleetVehicles)
    .innerJoin(vehicles, eq(vehicles.id, fleetVehicles.vehicleId))
    .innerJoin(users, eq(users.id, vehicles.userId))
    .innerJoin(brands, eq(brands.id, users.brandId));
  return new Map(rows.map((row) => [vehicleKey(row), row.id]));
}

const vehicleKey = ({ brand, email, plate }: NonNullable<WantedCard['owner']>) =>
  `${brand}/${email}/${plate}`;
