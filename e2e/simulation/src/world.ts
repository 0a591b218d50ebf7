/** Everything that a seed consists of: instances, charge points, drivers, money and the network. */
import { createHash } from 'node:crypto';
import { ChargePoint, type MeteredCharge } from '@e2e/chargers';
import type { PriceProfilePeriod } from '@shared/contract';
import { emulatedCard } from '../../backend/src/demo/sandbox/payments/emulator.ts';
import { BusHub } from './bus.ts';
import { OUTAGE, type SharedDatabase } from './database.ts';
import { Instance } from './instance.ts';
import type { Kernel, Owner } from './kernel.ts';
import { Network } from './network.ts';
import { Provider } from './provider.ts';
import { PushService } from './push.ts';
import type { Random } from './random.ts';

/** A problem that ends the run. */
export class Violation extends Error {}

export interface Place {
  id: string;
  /** The number beside the plug. */
  number: string;
  chargePoint: ChargePoint;
  owner: Owner;
  powerW: number;
  /** Name of the plugged-in car's driver. */
  carOf: string | undefined;
  /** By how much its clock is wrong, in ms. */
  skewMs: number;
  /** Whether it requests the identifier of a plugged-in car. */
  recognisesCars: boolean;
  /** Cars that it has recognised. */
  recognised: Set<string>;
}

export interface Person {
  role: 'driver' | 'valet' | 'operator';
  id: number;
  name: string;
  owner: Owner;
  token: string;
  /** Ids of saved cards: one that is charged at once, and one that may not be. */
  cards: string[];
  /** Tag of the card for readers of charge points. */
  tag: string;
  /** Identifier of the car: twelve hexadecimal digits. */
  car: string;
  vehicleId: number;
}

/** A time in which a card or car is known to begin no charge, in ms. */
interface SwitchedOff {
  tag: string;
  userId: number;
  from: number;
  /** When its driver sent the request to allow it again. */
  until: number;
}

export interface World {
  kernel: Kernel;
  network: Network;
  database: SharedDatabase;
  bus: BusHub;
  provider: Provider;
  push: PushService;
  instances: Instance[];
  places: Place[];
  people: Person[];
  price: PriceProfilePeriod;
  /** Whether the site has a limit, which the instances enforce. */
  isLimited: boolean;
  /** Whether the brand lets drivers wait in line. */
  hasLines: boolean;
  /** What all cars together may draw, in W. */
  limitW: number;
  /** Idempotency keys of all starts that users requested. */
  startKeys: Set<string>;
  /** Idempotency keys of all refunds that operators requested. */
  refundKeys: Set<string>;
  /** Users to whom a card or car may belong: everybody who has tried to link it. */
  ownersOfTags: Map<string, Set<number>>;
  switchedOff: SwitchedOff[];
  /** Ids of charges by OCPP 2.0.1, which the charge point doesn't know, as of the last check. */
  ids: WeakMap<MeteredCharge, number>;
  /** Finds what is wrong on the screens of drivers; `isOver` once everything has ended. */
  findLies(isOver: boolean): string[];
  /** Whether the drivers begin nothing new, and faults are lifted. */
  isEnding: boolean;
  /** Reports that a screen shows what isn't true. */
  reportLie(text: string): void;
  /** Resolves when `isEnding` becomes true. */
  ended: Promise<void>;
  end(): void;
  /** Reports an error in the log of an instance. */
  reportError(text: string, stack?: string): void;
}

const NO_PRICE: PriceProfilePeriod = {
  PriceKwh: 0,
  PriceTimeCharging: 0,
  TransactionPrice: 0,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimePlugged: 0,
  PriceTimeOverstay: 0,
  OverstayGracePeriod: 0,
  OverstayPenalty: 0,
  DiscountTotal: 0,
  priceProfilePeriodFreeCharge: undefined,
};

/** @param hasOcpp201 whether some of the charge points use OCPP 2.0.1 */
export async function createWorld(
  kernel: Kernel,
  database: SharedDatabase,
  hasOcpp201: boolean,
): Promise<World> {
  const random = kernel.random.stream('world');
  const network = new Network(kernel);
  const ended = Promise.withResolvers<void>();
  const world: World = {
    kernel,
    network,
    database,
    bus: new BusHub(kernel),
    provider: new Provider(kernel, network),
    push: new PushService(kernel, network),
    instances: [],
    places: [],
    people: [],
    // A stream of its own, so that the rest of a seed is the same.
    isLimited: kernel.random.stream('limit of the site').chance(0.3),
    hasLines: kernel.random.stream('lines').chance(1 / 3),
    limitW: Number.POSITIVE_INFINITY,
    startKeys: new Set(),
    refundKeys: new Set(),
    ownersOfTags: new Map(),
    switchedOff: [],
    ids: new WeakMap(),
    findLies: () => [],
    isEnding: false,
    ended: ended.promise,
    end() {
      world.isEnding = true;
      ended.resolve();
    },
    price: {
      ...NO_PRICE,
      PriceKwh: random.pick([1.89, 0.5, 2.345]),
      TransactionPrice: random.pick([0, 1.5]),
      ...(random.chance(0.4) && { PriceTimeCharging: 0.07, PriceTimePlugged: 0.03 }),
      ...(random.chance(0.3) && { PriceTimeOverstay: 30, OverstayGracePeriod: 5 }),
    },
    reportLie(text) {
      kernel.problem ??= new Violation(`screens are true, but: ${text}`);
    },
    reportError(text, stack) {
      // Repeated errors are logged once, some minutes later.
      if (text.includes(OUTAGE)) return;
      if (world.database.wasDown(kernel.now) || world.provider.hasFailed()) return;
      kernel.problem ??= new Violation(`unexpected error: ${text}\n${stack ?? ''}`);
    },
  };
  const count = 1 + (random.chance(0.5) ? random.int(3) : 0);
  for (let index = 0; index < count; index++) world.instances.push(new Instance(world, `instance-${index}`));
  // The first start writes the brands.
  for (const instance of world.instances) await kernel.complete(instance.start());
  const places = random.chance(0.9) ? 2 + random.int(4) : 6 + random.int(15);
  const drivers = 2 + random.int(places + 2) + (world.hasLines ? places : 0);
  const sql = (text: string, values: unknown[] = []) => database.client.query<{ id: number }>(text, values);
  await sql(`insert into sites (name, address, lat, lng, free_parking, private, opening_hours)
    values ('Oficina', 'Rua A, 1', -23.5, -46.6, true, false, '[]')`);
  await sql(`insert into site_brands (site_id, brand_id) values (1, 1)`);
  await sql(`update brands set autocharge = true`);
  await sql(`insert into manufacturers (id, name) values (0, '_unknown')`);
  await sql(
    `insert into models (id, manufacturer_id, name, battery_kwh, max_ac_kw) values (0, 0, '_unknown', 60, 11)`,
  );
  await sql(`insert into price_profiles (name) values ('simulated')`);
  await sql(`insert into price_periods (profile_id, price) values (1, $1)`, [world.price]);
  for (let index = 0; index < places; index++)
    world.places.push(await addPlace(world, sql, index, hasOcpp201));
  if (world.isLimited) await limitSite(world, sql);
  if (world.hasLines) await openLines(world, sql);
  for (let index = 0; index < drivers; index++)
    world.people.push(await addPerson(sql, kernel, 'driver', index));
  for (let index = random.int(3); index > 0; index--)
    world.people.push(await addPerson(sql, kernel, 'valet', index));
  if (random.chance(0.5)) world.people.push(await addPerson(sql, kernel, 'operator', 1));
  for (const { tag, id, car, vehicleId } of world.people) {
    world.ownersOfTags.set(tag, new Set([id]));
    // Others are linked during the run.
    if (!kernel.random.stream(`link of ${car}`).chance(0.5)) continue;
    await sql(
      `insert into id_tags (tag, label, user_id, vehicle_id, is_car) values ($1, 'Carro', $2, $3, true)`,
      [car, id, vehicleId],
    );
    world.ownersOfTags.set(car, new Set([id]));
  }
  return world;
}

type Sql = (text: string, values?: unknown[]) => Promise<{ rows: { id: number }[] }>;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns by how much a clock may be wrong, in ms. */
const drawSkew = (random: Random) =>
  Math.round(random.between(-1, 1) * random.pick([5000, 200_000, 3_600_000]));
/** The limit holds as long as clocks are wrong by less than a minute. */
const LIMITED_SKEW_MS = 50_000;

async function addPlace(
  { kernel, network, isLimited }: World,
  sql: Sql,
  index: number,
  hasOcpp201: boolean,
): Promise<Place> {
  const random = kernel.random.stream(`place-${index}`);
  const id = `CP-${index}`;
  const code = String(10_000 + index);
  const powerW = random.pick([7400, 22_000, 50_000, 150_000]);
  await sql(
    `insert into charge_points (id, site_id, code, manufacturer, model, max_power_kw, price_profile_id, secret_hash)
     values ($1, 1, $2, 'Simulado', 'S1', $3, 1, $4)`,
    [id, code, powerW / 1000, hashOf(`secret-${index}`)],
  );
  await sql(
    `insert into connectors (charge_point_id, connector_id, name, plug, current, max_power_kw)
     values ($1, 1, 'Vaga 1', 'ccs2', 'DC', $2)`,
    [id, powerW / 1000],
  );
  const skewMs = random.chance(0.3) ? drawSkew(random) : 0;
  const clock = { skewMs: isLimited ? skewMs % LIMITED_SKEW_MS : skewMs };
  const owner = { name: id };
  const chargePoint = kernel.as(
    owner,
    () =>
      new ChargePoint({
        id,
        // A stream of its own, so that the rest of a seed is the same for both versions.
        ocppVersion: hasOcpp201 && kernel.random.stream(`version-${index}`).chance(0.5) ? '2.0.1' : '1.6',
        endpoint: 'ws://app.example/ocpp',
        password: `secret-${index}`,
        runtime: {
          clock: { ...kernel.clockOf(owner), now: () => new Date(kernel.now + clock.skewMs) },
          randomness: kernel.randomnessOf(id),
          websocket: { createConnection: () => network.connect(owner) },
        },
        connectors: [{ id: 1, maxPowerW: powerW, meterWh: random.int(1_000_000) }],
        behaviour: {
          startBeforeReply: random.chance(0.1),
          duplicates: random.chance(0.1),
          skipPreparing: random.chance(0.1),
          skipFinishing: random.chance(0.1),
          noMeterValues: random.chance(0.05),
          energyUnit: random.chance(0.1) ? 'kWh' : 'Wh',
        },
      }),
  );
  // Samples cost queries, so they are rare; a charge point may refuse another interval.
  const interval = String(60 * (1 + random.int(5)));
  const { configuration } = chargePoint;
  configuration.change('MeterValueSampleInterval', interval);
  const change = configuration.change.bind(configuration);
  configuration.change = (key, value) =>
    key === 'MeterValueSampleInterval' ? 'Rejected' : change(key, value);
  const recognisesCars = kernel.random.stream(`recognition-${index}`).chance(0.5);
  const cars = { recognisesCars, recognised: new Set<string>() };
  const place = { id, number: `${code}-1`, chargePoint, owner, powerW, carOf: undefined, ...cars };
  return Object.assign(clock, place);
}

/** Gives the site less power than its charge points could draw, but enough for each car to charge. */
async function limitSite(world: World, sql: Sql): Promise<void> {
  const random = world.kernel.random.stream('limits');
  const all = world.places.reduce((sum, { powerW }) => sum + powerW, 0);
  world.limitW = Math.max(6000, Math.round((all * random.between(0.1, 0.9)) / 1000) * 1000);
  await sql('update sites set max_power_kw = $1, power_policy = $2', [
    world.limitW / 1000,
    random.pick(['fair', 'battery', 'first']),
  ]);
}

/** Lets drivers wait for two kinds of plug. Some charge points refuse all reservations. */
async function openLines({ kernel, places }: World, sql: Sql): Promise<void> {
  const random = kernel.random.stream('places with lines');
  await sql('update brands set waiting_line = true');
  for (const { id, chargePoint } of places) {
    if (random.chance(0.4))
      await sql(`update connectors set plug = 'type2' where charge_point_id = $1`, [id]);
    if (random.chance(0.3)) chargePoint.connector(1).reserve = () => 'Occupied';
  }
}

async function addPerson(sql: Sql, kernel: Kernel, role: Person['role'], index: number): Promise<Person> {
  const name = `${role}-${index}`;
  const token = `token-${name}`;
  const tag = `CARD-${name}`;
  const user = await sql(
    `insert into users (brand_id, email, name, cpf) values (1, $1, $2, '52998224725') returning id`,
    [`${name}@example.com`, name],
  );
  const id = user.rows[0]?.id ?? 0;
  const now = new Date(kernel.now);
  await sql(
    `insert into auth_tokens (hash, user_id, created_at, last_used_at, expires_at) values ($1, $2, $3, $3, $4)`,
    [hashOf(token), id, now, new Date(kernel.now + 80 * 86_400_000)],
  );
  const random = kernel.random.stream(`cards of ${name}`);
  const cards: string[] = [];
  for (const conduct of [
    'paid',
    random.pick(['declined', 'inAnalysis', 'pending', 'silent', 'error'] as const),
  ] as const) {
    const card = await sql(
      `insert into payment_methods (user_id, provider_token, saved_with, is_default, description, display_number, holder_name, month, year)
       values ($1, $2, $3, $4, $3, 'XXXX-XXXX-XXXX-4242', 'Pessoa Prado', 1, 2040) returning id`,
      [id, emulatedCard(conduct), conduct, conduct === 'paid'],
    );
    cards.push(String(card.rows[0]?.id));
  }
  await sql(`insert into id_tags (tag, label, user_id) values ($1, $1, $2)`, [tag, id]);
  const vehicle = await sql(
    `insert into vehicles (user_id, model_id, name, plate) values ($1, 0, 'Carro', $2) returning id`,
    [id, `ABC${String(id).padStart(4, '0')}`],
  );
  if (role === 'valet') await sql('insert into site_valets (site_id, user_id) values (1, $1)', [id]);
  if (role === 'operator') await sql('insert into operators (user_id) values ($1)', [id]);
  const car = `00B0520A${String(id).padStart(4, '0')}`;
  return { role, id, name, owner: { name }, token, tag, cards, car, vehicleId: vehicle.rows[0]?.id ?? 0 };
}

/** Returns the id that the backend has for a metered charge, if known. */
export const idOf = ({ ids }: Pick<World, 'ids'>, charge: MeteredCharge): number | undefined =>
  charge.transactionId ?? ids.get(charge);

/** Learns the backend's ids of charges that only have the charge point's own one. */
export async function learnIds(world: World): Promise<void> {
  const { rows } = await world.database.client.query<{ id: number; place: string; station: string }>(
    `select id, charge_point_id as place, station_transaction_id as station from transactions
     where station_transaction_id is not null`,
  );
  const ids = new Map(rows.map(({ id, place, station }) => [`${place} ${station}`, id]));
  for (const { place, charge } of meteredCharges(world)) {
    const id = ids.get(`${place.id} ${charge.stationTransactionId}`);
    if (id !== undefined) world.ids.set(charge, id);
  }
}

/** Returns what identifies a card or car, in whatever form a charge point sends it. */
export const plainTag = (tag: string): string =>
  tag.startsWith('CARD') ? tag : tag.replace(/^VID:/, '').replaceAll(':', '').toUpperCase();

/** Returns every charge that the charge points have metered so far, with its place. */
export const meteredCharges = ({ places }: World): { place: Place; charge: MeteredCharge }[] =>
  places.flatMap((place) => place.chargePoint.connector(1).charges.map((charge) => ({ place, charge })));
