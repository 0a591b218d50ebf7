/** Drivers: they top up, start, watch and stop charges with the app's own client. */
import { configureApi, request } from '@shared/client';
import { type ActiveRecharge, calls, LOW_BALANCE } from '@shared/contract';
import type { Kernel, Owner } from './kernel.ts';
import { Phone } from './phones.ts';
import type { Random } from './random.ts';
import type { Person, Place, World } from './world.ts';

const MINUTE_MS = 60_000;
/** How often a driver repeats a request without a definite response. */
const TRIES = 5;

interface Failure {
  kind?: string;
  status?: number;
  code?: string;
  isDefinitive?: boolean;
}

/** Lets the drivers live until the run ends. Resolves when the last one has left. */
export async function driveAll(world: World): Promise<void> {
  const { kernel, network, drivers } = world;
  const byName = new Map(drivers.map((person) => [person.name, person]));
  globalThis.fetch = network.fetch;
  configureApi({
    baseUrl: () => 'http://app.example/v1/api',
    headers: () => ({ Authorization: `Bearer ${byName.get(kernel.owner?.name ?? '')?.token}` }),
    onUnauthorized: () => kernel.log(kernel.owner?.name ?? '', 'is logged out'),
    onUnreadable: (call, places) => world.reportError(`unreadable response of ${call}: ${places}`),
  });
  const all = drivers.map((person) => kernel.as(person.owner, () => new Driver(world, person)));
  world.findLies = (isOver) => all.flatMap(({ phone }) => phone.findLie(isOver) ?? []);
  await Promise.all(all.map((driver) => kernel.as(driver.owner, () => driver.live())));
}

class Driver {
  readonly phone: Phone;
  readonly #world: World;
  readonly #kernel: Kernel;
  readonly #person: Person;
  readonly #random: Random;
  #needsCredit: boolean;

  constructor(world: World, person: Person) {
    this.#world = world;
    this.#kernel = world.kernel;
    this.#person = person;
    this.phone = new Phone(world, person);
    this.#random = world.kernel.random.stream(person.name);
    this.#needsCredit = this.#random.chance(0.9);
  }

  get owner(): Owner {
    return this.#person.owner;
  }

  async live(): Promise<void> {
    await this.#wait(0, 3 * MINUTE_MS);
    while (!this.#world.isEnding) {
      if (this.#needsCredit || this.#random.chance(0.1)) await this.#topUp();
      const place = this.#random.pick(this.#world.places);
      await (this.#random.chance(0.1) ? this.#chargeByCard(place) : this.#chargeByApp(place));
      await this.#wait(0, 8 * MINUTE_MS);
    }
  }

  #log(text: string): void {
    this.#kernel.log(this.#person.name, text);
  }

  /** Waits for some time, but ends early when the run ends. */
  async #wait(leastMs: number, mostMs: number): Promise<void> {
    const ms = this.#random.between(leastMs, mostMs);
    if (!this.#world.isEnding) await Promise.race([this.#kernel.wait(ms), this.#world.ended]);
  }

  /** Repeats a request until it has a definite response. Returns undefined if the driver gives up. */
  async #insist<T>(what: string, send: () => Promise<T>): Promise<T | Failure | undefined> {
    const patience = this.#random.chance(0.1) ? 1 : TRIES;
    for (let attempt = 0; attempt < patience; attempt++) {
      try {
        return await send();
      } catch (error) {
        const failure = error as Failure;
        this.#log(`${what} fails: ${failure.kind ?? error} ${failure.status ?? ''} ${failure.code ?? ''}`);
        if (failure.isDefinitive) return failure;
      }
      await this.#kernel.wait(this.#random.between(500, 20_000));
    }
    return undefined;
  }

  async #topUp(): Promise<void> {
    const idempotencyKey = this.#newKey();
    const body = {
      Ammount: this.#random.pick([35, 60, 100]),
      PaymentMethod: this.#random.pick(['pix', 'pix', 'pix', ...this.#person.cards]),
    };
    const response = await this.#insist('top-up', () => request(calls.topUp, { body, idempotencyKey }));
    this.#log(`topped up ${body.Ammount} by ${body.PaymentMethod}: ${JSON.stringify(response)}`);
    this.#needsCredit = false;
    if (body.PaymentMethod === 'pix' && response && 'orderId' in response) this.#payLater(response.orderId);
    await this.#wait(1000, 2 * MINUTE_MS);
  }

  /** Pays the code that the app shows: at once, after it has expired, or never. */
  #payLater(orderId: string): void {
    const { provider } = this.#world;
    const waitMs = this.#random.pick([1, 1, 10, 33]) * MINUTE_MS * this.#random.next();
    if (this.#random.chance(0.1)) return;
    this.#kernel.after(waitMs, async () => {
      const order = await request(calls.order, { path: { id: orderId } }).catch(() => undefined);
      const code = JSON.parse(order?.orderData ?? '{}').pix?.qrcode_text;
      if (code) provider.pay(code);
    });
  }

  async #chargeByApp(place: Place): Promise<void> {
    await request(calls.connectorsOfCharger, { path: { chargerId: place.number } }).catch(() => undefined);
    const isPlugged = this.#random.chance(0.5) && this.#plug(place);
    const idempotencyKey = this.#newKey();
    this.#world.startKeys.add(idempotencyKey);
    const response = await this.#insist('start', () =>
      request(calls.startCharge, { body: { ChargePointID: place.number }, idempotencyKey }),
    );
    this.#log(`start at ${place.id}: ${JSON.stringify(response)}`);
    const { status, info } = (response ?? {}) as { status?: string | number; info?: string };
    if (info === LOW_BALANCE) this.#needsCredit = true;
    if (status === 'Rejected' || status === 'Error') return this.#leave(place);
    await this.#kernel.wait(this.#random.between(500, 5000));
    if (!isPlugged && this.#random.chance(0.1)) await this.#stop(place, '0');
    if (!isPlugged) {
      await this.#kernel.wait(this.#random.between(1000, 75_000));
      this.#plug(place);
    }
    await this.phone.watch(place);
    const charge = await this.#follow(place);
    if (charge) await this.#charge(place, String(charge.transactionId));
    await this.#leave(place);
  }

  async #chargeByCard(place: Place): Promise<void> {
    if (!this.#plug(place)) return;
    await this.#kernel.wait(this.#random.between(1000, 20_000));
    await this.#kernel
      .as(place.owner, () => place.chargePoint.startLocally(1, this.#person.tag))
      .catch((error: unknown) => this.#log(`the card isn't read: ${error}`));
    await this.#wait(MINUTE_MS, 40 * MINUTE_MS);
    if (place.carOf === this.#person.name && this.#random.chance(0.5))
      this.#kernel.as(place.owner, () => place.chargePoint.connector(1).stop('Local'));
    await this.#leave(place);
  }

  /** Waits until the app shows the charge. */
  async #follow(place: Place): Promise<ActiveRecharge | undefined> {
    for (let look = 0; look < 6; look++) {
      const active = await request(calls.activeRecharges, {}).catch(() => []);
      const own = active.find(({ chargePointId }) => chargePointId === place.id);
      if (own) return own;
      await this.#kernel.wait(this.#random.between(3000, 30_000));
    }
    return undefined;
  }

  async #charge(place: Place, transactionId: string): Promise<void> {
    await this.#wait(5000, this.#random.pick([2, 20, 60]) * MINUTE_MS);
    const end = this.#random.next();
    if (end < 0.6) await this.#stop(place, transactionId);
    else if (end < 0.75 && place.carOf === this.#person.name)
      this.#kernel.as(place.owner, () => place.chargePoint.connector(1).stop('Local'));
    await this.#wait(0, 3 * MINUTE_MS);
  }

  async #stop(place: Place, transactionId: string): Promise<void> {
    const idempotencyKey = this.#newKey();
    const body = { ChargePointID: `${place.id}-1`, TransactionID: transactionId };
    const response = await this.#insist('stop', () => request(calls.stopCharge, { body, idempotencyKey }));
    this.#log(`stop of ${transactionId} at ${place.id}: ${JSON.stringify(response)}`);
  }

  /** Plugs the car in, if nobody else's is. */
  #plug(place: Place): boolean {
    if (place.carOf) return false;
    place.carOf = this.#person.name;
    const car = {
      capacityWh: this.#random.between(20_000, 80_000),
      soc: this.#random.between(5, 95),
      maxPowerW: this.#random.pick([7400, 50_000, 120_000]),
    };
    this.#log(`plugs in at ${place.id}`);
    this.#kernel.as(place.owner, () => place.chargePoint.plug(1, car));
    return true;
  }

  /** Takes the car away. */
  async #leave(place: Place): Promise<void> {
    await this.#wait(0, 2 * MINUTE_MS);
    if (place.carOf !== this.#person.name) return;
    this.#log(`unplugs at ${place.id}`);
    this.#kernel.as(place.owner, () => place.chargePoint.connector(1).unplug());
    place.carOf = undefined;
  }

  #newKey(): string {
    return `${this.#person.name}-${this.#random.int(2 ** 31)}`;
  }
}
