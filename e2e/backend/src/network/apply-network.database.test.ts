import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { CHARGER_NOT_FOUND, calls, PRODUCT } from '@shared/contract';
import type { Backend } from '../app.ts';
import { readDemoNetwork } from '../demo/seed/seed.ts';
import { authenticate } from '../domain/charge-points/authenticate.ts';
import { isSecret, offerSecret, withChangedCredentials } from '../domain/charge-points/secrets.ts';
import { setUpNetwork, startAndCharge } from '../domain/charging/network.testing.ts';
import { command } from '../domain/operator/operator.testing.ts';
import { userView } from '../domain/people/auth/routes.ts';
import { hashOf, issueToken, userOfSession } from '../domain/people/auth/tokens.ts';
import { currentPriceOf } from '../domain/sites/prices.ts';
import type { Db } from '../platform/database/database.ts';
import { eq } from '../platform/database/orm.ts';
import { one } from '../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  coupons,
  idTags,
  operators,
  sites,
  transactions,
  userCoupons,
  users,
  vehicles,
} from '../platform/database/schema.ts';
import { addUser, callApi, startTestBackend } from '../testing/test-backend.ts';
import { until } from '../testing/until.ts';
import { applyNetwork, previewNetwork } from './apply-network.ts';
import type { Change } from './changes.ts';
import { readBuiltBrands } from './import-brands.ts';
import {
  apply,
  chargePoint,
  effective,
  linesOf,
  networkOf,
  readStored,
  smallNetwork,
} from './network.testing.ts';

let backend: Backend;
let db: Db;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  ({ db } = backend.context);
});
afterAll(() => backend.close());

/** Runs a test on the demo database and rolls back its changes. */
async function withRollback(work: (tx: Db) => Promise<void>): Promise<void> {
  const rollback = new Error('rollback');
  await expect(
    db.transaction(async (tx) => {
      await work(tx);
      throw rollback;
    }),
  ).rejects.toBe(rollback);
}

/** Adds an ended charge. */
const addCharge = (tx: Db, chargePointId: string, connectorId = 1) =>
  tx.insert(transactions).values({
    chargePointId,
    connectorId,
    idTag: 'TEST',
    meterStartWh: 0,
    meterStopWh: 1000,
    startedAt: new Date('2026-01-01T12:00:00Z'),
    stoppedAt: new Date('2026-01-01T13:00:00Z'),
    chargePointStartedAt: new Date('2026-01-01T12:00:00Z'),
  });

test('changes nothing when the demo network is applied to the demo database', async () => {
  const { found: brandsOnDisk } = await readBuiltBrands(undefined);
  const network = await readDemoNetwork();
  for (const prune of [false, true])
    expect(linesOf(await previewNetwork(db, network, { brandsOnDisk, prune, now: new Date() }))).toEqual([]);
});

test('lists each creation and change on one line, and nothing the second time', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    expect(effective(await apply(tx, file))).toEqual([
      'create  site centro: Centro',
      'create  charge point CP-1: at centro',
    ]);
    expect(effective(await apply(tx, file))).toEqual([]);
    file.sites.centro.name = 'Centro Novo';
    file.prices['Por kWh'] = [{ PriceKwh: 2.1 }];
    const [socket] = file.chargePointModels['Mista 60'].connectors;
    if (socket) socket.maxPowerKw = 50;
    expect(effective(await apply(tx, file))).toEqual([
      'change  price Por kWh: PriceKwh 2.1',
      'change  site centro: name Centro → Centro Novo',
      'change  charge point CP-1: maxPowerKw 60 → 50',
      'change  connector CP-1-1: maxPowerKw 60 → 50',
    ]);
    expect(effective(await apply(tx, file))).toEqual([]);
  });
});

test('removes nothing without prune, and lists what it would remove', async () => {
  await withRollback(async (tx) => {
    const initial = await readStored(tx);
    const kept = linesOf(await apply(tx, { brands: [] }));
    expect(await readStored(tx)).toEqual(initial);
    expect(kept.every((line) => line.startsWith('keep'))).toBe(true);
    expect(kept).toContain(
      'keep    site estacao-trianon: is not in the file, and is removed only with --prune',
    );
    expect(kept).toContain(
      'keep    coupon BONUS8 of faisca: is not in the file, and is removed only with --prune',
    );
  });
});

test('stores secrets as hashes, never shows them, and keeps a stored secret that the file omits', async () => {
  await withRollback(async (tx) => {
    const secret = '0123456789abcdef0123456789abcdef01234567';
    const other = 'another-secret-of-this-charge-point';
    const file = smallNetwork();
    const row = async () => one(await tx.select().from(chargePoints).where(eq(chargePoints.id, 'CP-1')));
    const hashOf = async () => (await row()).secretHash;
    const applyWithSecret = (newSecret?: string) => {
      file.sites.centro.chargePoints = [
        { ...chargePoint('CP-1', '10001'), ...(newSecret && { secret: newSecret }) },
      ];
      return apply(tx, file);
    };
    const created = linesOf(await applyWithSecret(secret));
    expect(isSecret(Buffer.from(secret), (await hashOf()) ?? '')).toBe(true);
    const offered = await offerSecret(tx, 'CP-1', 'sent-to-the-charge-point');
    expect(effective(await applyWithSecret())).toEqual([]);
    expect(effective(await applyWithSecret(secret))).toEqual([]);
    expect((await row()).nextSecretHash).toBe(offered);
    const changed = linesOf(await applyWithSecret(other));
    expect(changed).toContain('change  charge point CP-1: secret');
    expect(isSecret(Buffer.from(other), (await hashOf()) ?? '')).toBe(true);
    expect((await row()).nextSecretHash).toBeNull();
    const shown = [...created, ...changed].join('\n');
    for (const hidden of [secret, other, await hashOf()]) expect(shown).not.toContain(hidden);
  });
});

test('swaps the codes of two charge points, and rejects the code of a charge point that stays', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    const points = (...list: ReturnType<typeof chargePoint>[]) => {
      file.sites.centro.chargePoints = list;
      return file;
    };
    await apply(tx, points(chargePoint('CP-1', '10001'), chargePoint('CP-2', '10002')));
    expect(
      effective(await apply(tx, points(chargePoint('CP-1', '10002'), chargePoint('CP-2', '10001')))),
    ).toEqual([
      'change  charge point CP-1: code 10001 → 10002',
      'change  charge point CP-2: code 10002 → 10001',
    ]);
    await expect(apply(tx, points(chargePoint('CP-3', '10001')))).rejects.toThrow(
      "sites.centro.chargePoints.0.code: 10001 is the code of the charge point 'CP-2', which isn't in the file",
    );
  });
});

test('lets drivers of a brand charge without an account while the file says so', async () => {
  await withRollback(async (tx) => {
    const guestChargeOf = async () =>
      one(await tx.select().from(brands).where(eq(brands.slug, 'aurora'))).guestCharge;
    const network = (guestCharge?: boolean) => ({
      brands: [PRODUCT.slug, guestCharge === undefined ? 'aurora' : { slug: 'aurora', guestCharge }],
    });
    await apply(tx, network());
    expect(await guestChargeOf()).toBe(false);
    expect(effective(await apply(tx, network(true)))).toEqual([expect.stringContaining('brand aurora')]);
    expect(await guestChargeOf()).toBe(true);
    expect(effective(await apply(tx, network(true)))).toEqual([]);
    await apply(tx, network());
    expect(await guestChargeOf()).toBe(false);
  });
});

test('a charge point that is being installed is out of service while the file says so', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    const points = (state?: 'preparing') => {
      file.sites.centro.chargePoints = [{ ...chargePoint('CP-1', '10001'), ...(state && { state }) }];
      return file;
    };
    const stored = async () => one(await tx.select().from(chargePoints).where(eq(chargePoints.id, 'CP-1')));
    const statuses = async () =>
      (await tx.select().from(connectors).where(eq(connectors.chargePointId, 'CP-1'))).map(
        (row) => row.status,
      );
    await apply(tx, points());
    await tx.update(connectors).set({ status: 'Available' });
    const since = new Date('2026-03-01T12:00:00Z');
    expect(effective(await apply(tx, points('preparing'), { now: since }))).toEqual([
      'change  charge point CP-1: state none → preparing',
    ]);
    expect(await statuses()).toEqual(['Unavailable', 'Unavailable']);
    expect(effective(await apply(tx, points('preparing')))).toEqual([]);
    expect((await stored()).preparingSince).toEqual(since);
    const admitted = (isPreparing: boolean) =>
      new Map([['CP-1', { secretHash: null, profile: 3 as const, isPreparing }]]);
    expect(await withChangedCredentials(tx, admitted(true))).toEqual([]);
    expect(effective(await apply(tx, points()))).toEqual([
      'change  charge point CP-1: state preparing → none',
    ]);
    expect((await stored()).preparingSince).toBeNull();
    // Its connection ends, so that its statuses are requested.
    expect(await withChangedCredentials(tx, admitted(true))).toEqual(['CP-1']);
  });
});

test('matches a site without a key by name, and keeps its id', async () => {
  await withRollback(async (tx) => {
    const { centro } = smallNetwork().sites;
    const own = { freeParking: false, private: false, openingHours: [] };
    const { lat, lng, name, address } = centro;
    const [existing] = await tx
      .insert(sites)
      .values({ ...own, lat, lng, name, address })
      .returning();
    expect(effective(await apply(tx, smallNetwork()))[0]).toBe(
      'change  site centro: key none → centro, openingHours, brands',
    );
    expect(one(await tx.select().from(sites).where(eq(sites.key, 'centro'))).id).toBe(existing?.id);
  });
});

test('with prune, removes charge points without charges and retires those with charges', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    const points = ['CP-1', 'CP-2', 'CP-3'].map((id, i) => ({
      ...chargePoint(id, `1000${i}`),
      secret: 'a-secret-of-20-chars',
    }));
    file.sites.centro.chargePoints = points;
    await apply(tx, file);
    await addCharge(tx, 'CP-2');
    file.sites.centro.chargePoints = points.slice(0, 1);
    const lines = effective(await apply(tx, file, { prune: true }));
    expect(lines).toContain('retire  charge point CP-2: its charges refer to it');
    expect(lines).toContain('remove  charge point CP-3');
    const stored = await readStored(tx);
    expect(stored.chargePoints['CP-2']).toMatchObject({ secretHash: null, site: 'centro' });
    expect(stored.connectors['CP-2-2']).toMatchObject({ isRetired: true });
    expect(effective(await apply(tx, file, { prune: true }))).toEqual([]);
    file.sites.centro.chargePoints = points.slice(0, 2);
    expect(effective(await apply(tx, file))).toEqual([
      'change  charge point CP-2: secret',
      expect.stringMatching(/^change {2}connector CP-2-1: retiredAt .* → none$/),
      expect.stringMatching(/^change {2}connector CP-2-2: retiredAt .* → none$/),
    ]);
  });
});

test('refuses a retired charge point even with a certificate, and closes its connection, until it is restored', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    const both = [chargePoint('CP-1', '10001'), chargePoint('CP-2', '10002')];
    const applyPoints = (points: typeof both) => {
      file.sites.centro.chargePoints = points;
      return apply(tx, file, { prune: true });
    };
    const connect = () => {
      const credentials = { password: undefined, isEncrypted: true, certificate: { name: 'CP-2' } };
      return authenticate({ ...backend.context, db: tx }, 'CP-2', credentials);
    };
    const open = new Map(
      both.map(({ id }) => [id, { secretHash: null, profile: 3 as const, isPreparing: false }]),
    );
    await applyPoints(both);
    await addCharge(tx, 'CP-2');
    expect(await connect()).toMatchObject({ profile: 3 });
    expect(await withChangedCredentials(tx, open)).toEqual([]);
    await applyPoints(both.slice(0, 1));
    expect(await connect()).toEqual({ refused: 404, reason: 'retired' });
    expect(await withChangedCredentials(tx, open)).toEqual(['CP-2']);
    await applyPoints(both);
    expect(await connect()).toMatchObject({ profile: 3 });
  });
});

test('lets an operator send commands until pruned', async () => {
  const account = { brand: PRODUCT.slug, email: 'olivia@example.com', name: 'Olivia' };
  const [id = ''] = (await db.select().from(chargePoints).limit(1)).map((row) => row.id);
  const { brandsOnDisk, network: stored } = await demo();
  const options = { brandsOnDisk, prune: true, now: new Date() };
  await applyNetwork(db, { ...stored, operators: [...stored.operators, account] }, options);
  const olivia = one(await db.select().from(users).where(eq(users.email, account.email)));
  const token = await issueToken(backend.context, olivia.id, new Date());
  const send = () => command(backend, token, id, { command: 'Reset', type: 'Soft' });
  expect((await send()).response).toEqual({ result: 'offline' });
  await applyNetwork(db, stored, options);
  expect((await send()).status).toBe(403);
});

test('does not show or start a retired charge point', async () => {
  const { brandsOnDisk, network } = await demo();
  const [key, site] = Object.entries(network.sites).find(([, { chargePoints: own }]) => own.length > 2) ?? [];
  if (!key || !site) throw new Error('the demo has no such site');
  const [first, ...others] = site.chargePoints;
  if (!first) throw new Error('the site has no charge point');
  const { id: siteId } = one(await db.select().from(sites).where(eq(sites.key, key)));
  const path = { id: String(siteId) };
  const { token } = await addUser(backend, 'nina');
  const idsNow = async () => {
    const { response: listed } = await callApi(backend, calls.siteConnectors, { path });
    const { response: board } = await callApi(backend, calls.siteBoard, { path });
    const { response: reliability } = await callApi(backend, calls.siteReliability, { path });
    const { response: found } = await callApi(backend, calls.siteSearch, {
      query: { lat: site.lat, lng: site.lng, dist: 10_000 },
    });
    const {
      available = 0,
      inUse = 0,
      offLine = 0,
    } = found?.find(({ csId }) => String(csId) === path.id)?.chargerSiteStatus ?? {};
    const number = await callApi(backend, calls.chargerId, { path: { number: `${first.code}-1` }, token });
    const live = await callApi(backend, calls.connectorStatus, {
      path: { chargePointId: first.id, connectorId: '1' },
    });
    return {
      listed: listed?.some(({ chargePointId }) => chargePointId === first.id),
      onBoard: board?.connectors.some(({ cpCode }) => cpCode === first.code),
      inReliability: reliability?.connectors.some(({ cpCode }) => cpCode === first.code),
      counted: available + inUse + offLine,
      isNumber: number.response?.chargerId !== CHARGER_NOT_FOUND,
      live: live.response?.length,
    };
  };
  await addCharge(db, first.id);
  const initial = await idsNow();
  expect(initial).toMatchObject({
    listed: true,
    onBoard: true,
    inReliability: true,
    isNumber: true,
    live: 1,
  });
  const without = { ...network, sites: { ...network.sites, [key]: { ...site, chargePoints: others } } };
  await applyNetwork(db, without, { brandsOnDisk, prune: true, now: new Date() });
  // The responses for a board and for a site's reliability are cached for a second.
  await expect.poll(idsNow).toEqual({
    listed: false,
    onBoard: false,
    inReliability: false,
    isNumber: false,
    live: 0,
    counted: initial.counted - first.connectors.length,
  });
  await applyNetwork(db, network, { brandsOnDisk, prune: true, now: new Date() });
  await expect.poll(idsNow).toEqual(initial);
});

async function demo() {
  const { found: brandsOnDisk } = await readBuiltBrands(undefined);
  return { brandsOnDisk, network: await readDemoNetwork() };
}

test('with prune, hides a site with charges, and deactivates a coupon that users have', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    await apply(tx, {
      ...file,
      coupons: ['NOVO', 'USADO'].map((code) => ({ brand: PRODUCT.slug, code, value: 5 })),
    });
    await addCharge(tx, 'CP-1');
    const { id: couponId } = one(await tx.select().from(coupons).where(eq(coupons.code, 'USADO')));
    const [user] = await tx.select().from(users).limit(1);
    await tx.insert(userCoupons).values({ couponId, userId: user?.id ?? 0 });
    const lines = linesOf(await apply(tx, { brands: [PRODUCT.slug] }, { prune: true }));
    for (const line of [
      'retire  charge point CP-1: its charges refer to it',
      'retire  coupon USADO of faisca: users have it',
      'remove  coupon NOVO of faisca',
      'retire  site centro: its charges, coupons or valet queue refer to it',
      'keep    price Por kWh: charge points that stay use it',
    ])
      expect(lines).toContain(line);
    const stored = await readStored(tx);
    expect(stored.sites.centro).toMatchObject({ brands: [] });
    expect(stored.coupons['faisca/USADO']).toMatchObject({ active: false });
    expect(effective(await apply(tx, { brands: [PRODUCT.slug] }, { prune: true }))).toEqual([]);
  });
});

test('makes users valets, fleet owners and operators, and never removes an account', async () => {
  await withRollback(async (tx) => {
    const account = { brand: PRODUCT.slug, email: 'Ivo@Example.com', name: 'Ivo Reis' };
    const van = {
      plate: 'abc1d23',
      name: 'Van',
      make: 'Fiat',
      model: 'e-Scudo',
      site: 'centro',
      card: 'VAN-1',
    };
    const people = {
      valets: [{ ...account, sites: 'all' as const }],
      fleets: [{ ...account, vehicles: [van] }],
      operators: [account],
    };
    const created = effective(await apply(tx, { ...smallNetwork(), ...people }));
    expect(created.slice(2)).toEqual([
      'create  account ivo@example.com of faisca',
      'create  valet ivo@example.com of faisca: + centro',
      'create  fleet vehicle ABC1D23 of ivo@example.com: at centro',
      'create  operator ivo@example.com of faisca',
      'create  card VAN-1: Van',
    ]);
    const releasing = { ...people, operators: [{ ...account, releases: true }] };
    expect(effective(await apply(tx, { ...smallNetwork(), ...releasing }))).toEqual([
      'change  operator ivo@example.com of faisca: releases false → true',
    ]);
    expect(effective(await apply(tx, { ...smallNetwork(), ...releasing }))).toEqual([]);
    await apply(tx, { ...smallNetwork(), ...people });
    const departing = { ...van, departure: '06:30', requiredKwh: 32.5 };
    const fleets = [{ ...account, vehicles: [departing] }];
    const changed = effective(await apply(tx, { ...smallNetwork(), ...people, fleets }));
    expect(changed).toEqual([
      'change  fleet vehicle ABC1D23 of ivo@example.com: departure none → 06:30, requiredKwh none → 32.5',
    ]);
    expect(effective(await apply(tx, { ...smallNetwork(), ...people, fleets }))).toEqual([]);
    const ivo = one(await tx.select().from(users).where(eq(users.email, 'ivo@example.com')));
    expect(ivo.passwordHash).toBeNull();
    expect(linesOf(await apply(tx, smallNetwork()))).toContain(
      'keep    operator ivo@example.com of faisca: is not in the file, and is removed only with --prune',
    );
    const lines = effective(await apply(tx, smallNetwork(), { prune: true }));
    expect(lines).toContain('remove  operator ivo@example.com of faisca: the account stays');
    expect(lines).toContain('remove  valet ivo@example.com of faisca: the account stays');
    expect(lines).toContain(
      'remove  fleet vehicle ABC1D23 of ivo@example.com: the vehicle stays in its account',
    );
    expect(lines).toContain('remove  card VAN-1');
    expect(await tx.select().from(vehicles).where(eq(vehicles.userId, ivo.id))).toHaveLength(1);
  });
});

test('puts accounts into the groups of the file, which their profiles contain', async () => {
  await withRollback(async (tx) => {
    const ana = { brand: PRODUCT.slug, email: 'ana.lima@example.com', name: 'Ana Lima' };
    const bia = { ...ana, email: 'bia@example.com', name: 'Bia Reis' };
    const withGroups = (groups: Record<string, (typeof ana)[]>) => ({ ...smallNetwork(), groups });
    const both = { testers: [ana], staff: [ana, bia] };
    expect(effective(await apply(tx, withGroups(both))).slice(2)).toEqual([
      'create  account ana.lima@example.com of faisca',
      'create  groups of ana.lima@example.com of faisca: staff, testers',
      'create  account bia@example.com of faisca',
      'create  groups of bia@example.com of faisca: staff',
    ]);
    expect(effective(await apply(tx, withGroups(both)))).toEqual([]);
    expect(effective(await apply(tx, withGroups({ staff: [ana, bia] })))).toEqual([
      'change  groups of ana.lima@example.com of faisca: staff',
    ]);
    const user = one(await tx.select().from(users).where(eq(users.email, ana.email)));
    expect(userView(user).groups).toEqual(['staff']);
    expect(linesOf(await apply(tx, smallNetwork()))).toContain(
      'keep    groups of bia@example.com of faisca: is not in the file, and is removed only with --prune',
    );
    expect(effective(await apply(tx, smallNetwork(), { prune: true }))).toContain(
      'remove  groups of bia@example.com of faisca: the account stays',
    );
    const left = one(await tx.select().from(users).where(eq(users.email, bia.email)));
    expect(left.groups).toEqual([]);
  });
});

const RIGHTS = ['valets', 'fleets', 'operators', 'releases'] as const;
test.each(RIGHTS)('removes password and sessions of an account that gets the rights of %s', async (kind) => {
  await withRollback(async (tx) => {
    const account = { brand: PRODUCT.slug, email: 'eva@example.com', name: 'Eva Reis' };
    const van = { plate: 'ABC1D23', name: 'Van', make: 'Fiat', model: 'e-Scudo', site: 'centro' };
    const rights = {
      valets: { valets: [{ ...account, sites: 'all' as const }] },
      fleets: { fleets: [{ ...account, vehicles: [van] }] },
      operators: { operators: [account] },
      releases: { operators: [{ ...account, releases: true }] },
    };
    const file = { ...smallNetwork(), ...rights[kind] };
    // Anyone may have registered with the address, and its owner have confirmed it later.
    const proven = { passwordHash: 'scrypt$…', emailConfirmedAt: new Date() };
    const registered = { brandId: 1, email: account.email, name: 'Quem Registrou', ...proven };
    const { id } = one(await tx.insert(users).values(registered).returning({ id: users.id }));
    if (kind === 'releases') await tx.insert(operators).values({ userId: id });
    const logIn = () => issueToken({ ...backend.context, db: tx }, id, new Date());
    const token = await logIn();
    const isEva = ({ what }: Change) => what === 'account eva@example.com of faisca';
    expect(linesOf((await apply(tx, file)).filter(isEva))).toEqual([
      'change  account eva@example.com of faisca: it gets a right, so its password and sessions are removed',
    ]);
    expect(await userOfSession(tx, hashOf(token), new Date())).toBeUndefined();
    const eva = one(await tx.select().from(users).where(eq(users.id, id)));
    expect(eva).toMatchObject({ passwordHash: null, name: 'Quem Registrou' });
    expect((await apply(tx, file)).filter(isEva)).toEqual([]);

    // The owner of the address has set a password by mail.
    await tx.update(users).set(proven).where(eq(users.id, id));
    const session = await logIn();
    expect((await apply(tx, file)).filter(isEva)).toEqual([]);
    expect(await userOfSession(tx, hashOf(session), new Date())).toMatchObject({ id, ...proven });
  });
});

test('rejects the identifier of a car, an unknown car model and a brand without a folder', async () => {
  await withRollback(async (tx) => {
    const [user] = await tx.select().from(users).limit(1);
    const car = { tag: '00B0520A1B2C', label: 'Azulzinho', userId: user?.id ?? 0, isCar: true };
    await tx.insert(idTags).values(car);
    const van = { plate: 'ABC1D23', name: 'Van', make: 'Fiat', model: 'Uno', site: 'centro' };
    const account = { brand: PRODUCT.slug, email: 'ivo@example.com', name: 'Ivo' };
    const applying = apply(tx, {
      ...smallNetwork(),
      brands: [PRODUCT.slug, 'nobody'],
      sites: { centro: { ...smallNetwork().sites.centro } },
      cards: [
        { tag: '00b0520a1b2c', label: 'Meu' },
        { tag: 'NINA', label: 'Nina', brand: PRODUCT.slug, email: 'nobody@example.com' },
      ],
      fleets: [{ ...account, vehicles: [van] }],
    });
    await expect(applying).rejects.toThrow("cards.0.tag: '00b0520a1b2c' is the identifier of a driver's car");
    await expect(applying).rejects.toThrow("cards.1.tag: the brand has no account 'nobody@example.com'");
    await expect(applying).rejects.toThrow("fleets.0.vehicles.0.model: there is no car model 'Fiat Uno'");
    await expect(applying).rejects.toThrow("brands.1: there is no brand 'nobody' in the build");
  });
});

test("gives drivers cards, keeps what they blocked, and never touches their cars' identifiers", async () => {
  await withRollback(async (tx) => {
    const accounts = ['ana@example.com', 'bia@example.com'].map((email) => ({
      brandId: 1,
      email,
      name: email,
    }));
    const [ana, bia] = await tx.insert(users).values(accounts).returning();
    const car = { tag: '00B0520A1B2C', label: 'Azulzinho', userId: ana?.id, isCar: true };
    await tx.insert(idTags).values(car);
    const validUntil = '2030-01-01T00:00:00-03:00';
    const network = (email?: string) => ({
      ...smallNetwork(),
      cards: [
        { tag: 'CARD-12', label: 'Cartão 12', validUntil, ...(email && { brand: PRODUCT.slug, email }) },
      ],
    });
    const card = async () => one(await tx.select().from(idTags).where(eq(idTags.tag, 'CARD-12')));
    await apply(tx, network('ana@example.com'));
    expect(await card()).toMatchObject({
      userId: ana?.id,
      blockedAt: null,
      validUntil: new Date(validUntil),
    });
    await tx.update(idTags).set({ blockedAt: new Date() }).where(eq(idTags.tag, 'CARD-12'));
    expect(effective(await apply(tx, network('ana@example.com')))).toEqual([]);
    expect((await card()).blockedAt).not.toBeNull();
    await apply(tx, network('bia@example.com'));
    expect(await card()).toMatchObject({ userId: bia?.id, blockedAt: null });
    await apply(tx, { ...smallNetwork(), cards: [] }, { prune: true });
    expect((await tx.select().from(idTags)).map(({ tag }) => tag)).toEqual(['00B0520A1B2C']);
  });
});

test('removes a brand without a folder, unless it has accounts', async () => {
  await withRollback(async (tx) => {
    const brand = { color: '#112233', userDomain: 'x' };
    await tx.insert(brands).values([
      { slug: 'empty', name: 'Empty', ...brand },
      { slug: 'lived-in', name: 'Lived in', ...brand },
    ]);
    const { id } = one(await tx.select().from(brands).where(eq(brands.slug, 'lived-in')));
    await tx.insert(users).values({ brandId: id, email: 'a@example.com', name: 'A' });
    const lines = linesOf(await apply(tx, smallNetwork(), { prune: true }));
    expect(lines).toContain('remove  brand empty');
    expect(lines).toContain('keep    brand lived-in: has accounts or used coupons');
  });
});

test('applies a price from its validFrom date', async () => {
  await withRollback(async (tx) => {
    const file = smallNetwork();
    await apply(tx, {
      ...file,
      prices: {
        'Por kWh': [
          { PriceKwh: 1.9 },
          { validFrom: '2026-08-01', hours: '00:00-12:00', PriceKwh: 2 },
          { validFrom: '2026-08-01', hours: '12:00-24:00', PriceKwh: 3 },
          { validFrom: '2026-09-01T08:00:00-03:00', PriceKwh: 4 },
        ],
      },
    });
    const at = async (instant: string) => (await currentPriceOf(tx, 'CP-1', new Date(instant)))?.PriceKwh;
    expect(await at('2026-07-31T23:59:59-03:00')).toBe(1.9);
    expect(await at('2026-08-01T00:00:00-03:00')).toBe(2);
    expect(await at('2026-08-01T12:00:00-03:00')).toBe(3);
    expect(await at('2026-09-01T07:59:59-03:00')).toBe(2);
    expect(await at('2026-09-01T08:00:00-03:00')).toBe(4);
  });
});

test('changes nothing in a preview, and refuses to apply changes other than those shown', async () => {
  const { brandsOnDisk } = await demo();
  const options = { brandsOnDisk, prune: true, now: new Date() };
  const initial = await readStored(db);
  const network = networkOf(smallNetwork());
  const shown = await previewNetwork(db, network, options);
  expect(await readStored(db)).toEqual(initial);
  const stale = applyNetwork(db, network, options, shown.slice(1));
  await expect(stale).rejects.toThrow('The database has changed in the meantime');
  expect(await readStored(db)).toEqual(initial);
});

test('applies two concurrent files one after the other', async () => {
  const { brandsOnDisk, network } = await demo();
  const options = { brandsOnDisk, prune: true, now: new Date() };
  const fewer = { ...network, sites: Object.fromEntries(Object.entries(network.sites).slice(0, 3)) };
  const [one, other] = [
    { ...fewer, coupons: [], valets: [], fleets: [], operators: [], cards: [] },
    { ...network, valets: [] },
  ];
  const states: unknown[] = [];
  for (const last of [one, other]) {
    await applyNetwork(db, last, options);
    states.push(comparable(await readStored(db)));
  }
  await Promise.all([applyNetwork(db, one, options), applyNetwork(db, other, options)]);
  expect(states).toContainEqual(comparable(await readStored(db)));
  await applyNetwork(db, network, options);
});

/** Leaves out what pruning keeps because the demo's charges refer to it. */
function comparable({
  sites: siteStates,
  coupons: _,
  chargePoints: __,
  connectors: ___,
  prices: ____,
  ...rest
}: Awaited<ReturnType<typeof readStored>>) {
  return {
    ...rest,
    // The database returns rows in any order.
    shown: Object.keys(siteStates)
      .filter((key) => JSON.stringify(siteStates[key]?.brands) !== '[]')
      .sort(),
  };
}

const network = setUpNetwork();

test('keeps the price and the charge point of a running charge, and applies the new price to the next one', async () => {
  const { context } = network.backend;
  const driver = await network.driver();
  const { id, number } = await network.charger();
  const runCharge = async (charger: { id: string; number: string }, meanwhile?: () => Promise<void>) => {
    const transactionId = await startAndCharge(driver, charger.number);
    await meanwhile?.();
    await driver.stop(charger.id, transactionId);
    return until('receipt', () => driver.receipt(transactionId));
  };
  const priceOf = (PriceKwh: number) => ({ brands: [PRODUCT.slug], prices: { teste: [{ PriceKwh }] } });
  await apply(context.db, priceOf(2));
  const first = await runCharge({ id, number }, async () => {
    const lines = linesOf(await apply(context.db, priceOf(7), { prune: true }));
    expect(lines).toContain(
      `keep    charge point ${id}: is in use by a charge: apply the file again when it has ended`,
    );
  });
  const costOf = (wh: number, perKwh: number) => Math.round((wh * perKwh) / 10) / 100;
  expect(first.amount).toBe(costOf(first.meterStop ?? 0, 2));
  expect(first.startPricePeriod?.PriceKwh).toBe(2);
  const next = await runCharge(await network.charger());
  expect(next.amount).toBe(costOf(next.meterStop ?? 0, 7));

  const lines = linesOf(await apply(context.db, priceOf(7), { prune: true }));
  expect(lines).toContain(`retire  charge point ${id}: its charges refer to it`);
  expect((await driver.start(number)).info).toBe('CHARGER_NOT_FOUND');
  const { body } = await driver.call('GET', `/UserTransactions/${first.transactionId}`);
  expect(body).toMatchObject({ amount: first.amount, chargerSite: { csName: 'Oficina' } });
});

test('stores at which EVSE a connector is, and that it is at its own again', () =>
  withRollback(async (tx) => {
    const network = smallNetwork();
    const first = { plug: 'ccs2' as const, current: 'DC' as const, maxPowerKw: 60 };
    const id = network.sites.centro.chargePoints[0]?.id ?? '';
    const places = async () =>
      tx
        .select({ evseId: connectors.evseId, evseConnectorId: connectors.evseConnectorId })
        .from(connectors)
        .where(eq(connectors.chargePointId, id))
        .orderBy(connectors.connectorId);
    const with2 = {
      ...network.chargePointModels['Mista 60'],
      connectors: [first, { ...first, evse: 1, connector: 2 }],
    };
    await apply(tx, { ...network, chargePointModels: { 'Mista 60': with2 } });
    expect(await places()).toEqual([
      { evseId: null, evseConnectorId: null },
      { evseId: 1, evseConnectorId: 2 },
    ]);
    await apply(tx, network);
    expect((await places())[1]).toEqual({ evseId: null, evseConnectorId: null });
  }));

test('stores what limits the power of a site, and that nothing limits it any more', () =>
  withRollback(async (tx) => {
    const network = smallNetwork();
    const { centro } = network.sites;
    const [point] = centro.chargePoints;
    if (!point) throw new Error('the network has no charge point');
    await apply(tx, network);
    const limited = {
      ...network,
      chargePointModels: {
        'Mista 60': {
          ...network.chargePointModels['Mista 60'],
          connectors: network.chargePointModels['Mista 60'].connectors.map((one) => ({
            ...one,
            minPowerKw: 6.5,
          })),
        },
      },
      sites: {
        ...network.sites,
        centro: {
          ...centro,
          maxPowerKw: 100,
          powerGroups: { quadro: 40.5 },
          powerPolicy: 'battery' as const,
          chargePoints: [{ ...point, powerGroup: 'quadro' }],
        },
      },
    };
    expect(effective(await apply(tx, limited))).toEqual([
      'change  site centro: maxPowerKw none → 100, powerGroups, powerPolicy fair → battery',
      'change  charge point CP-1: powerGroup none → quadro',
      'change  connector CP-1-1: minPowerKw none → 6.5',
      'change  connector CP-1-2: minPowerKw none → 6.5',
    ]);
    expect(effective(await apply(tx, limited))).toEqual([]);
    expect(effective(await apply(tx, network))).toEqual([
      'change  site centro: maxPowerKw 100 → none, powerGroups, powerPolicy battery → fair',
      'change  charge point CP-1: powerGroup quadro → none',
      'change  connector CP-1-1: minPowerKw 6.5 → none',
      'change  connector CP-1-2: minPowerKw 6.5 → none',
    ]);
  }));
