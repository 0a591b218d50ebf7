/** Drivers: they top up, start, watch and stop charges with the app's own client. */

import { configureApi, request } from '@shared/client';
import { type ActiveRecharge, calls, LOW_BALANCE } from '@shared/contract';
import { tagCalls, type UserTag, type UserTags } from '@shared/contract/tags';
import { type UserWaitingPlace, waitingCalls } from '@shared/contract/waiting-line';
import { Actor, MINUTE_MS } from './actor.ts';
import { Phone } from './phones.ts';
import { Operator, Valet } from './staff.ts';
import { type Person, type Place, plainTag, type World } from './world.ts';

type Turn = NonNullable<NonNullable<UserWaitingPlace['place']>['turn']>;

/** Simulates all users until the run ends. Resolves when the last one has left. */
export async function driveAll(world: World): Promise<void> {
  const { kernel, network, people } = world;
  const byName = new Map(people.map((person) => [person.name, person]));
  globalThis.fetch = network.fetch;
  configureApi({
    baseUrl: () => 'http://app.example/v1/api',
    headers: () => ({ Authorization: `Bearer ${byName.get(kernel.owner?.name ?? '')?.token}` }),
    onUnauthorized: () => kernel.log(kernel.owner?.name ?? '', 'is logged out'),
    onUnreadable: (call, places) => world.reportError(`unreadable response of ${call}: ${places}`),
  });
  const all = people.map((person) => kernel.as(person.owner, () => new ACTORS[person.role](world, person)));
  const phones = all.flatMap((actor) => (actor instanceof Driver ? actor.phone : []));
  world.findLies = (isOver) => phones.flatMap((phone) => phone.findLie(isOver) ?? []);
  await Promise.all(all.map((actor) => kernel.as(actor.owner, () => actor.live())));
}

class Driver extends Actor {
  readonly phone: Phone;

  constructor(world: World, person: Person) {
    super(world, person);
    this.phone = new Phone(world, person);
  }

  async live(): Promise<void> {
    await this.wait(0, 3 * MINUTE_MS);
    while (!this.world.isEnding) {
      if (this.random.chance(0.2)) await this.#subscribe();
      if (this.needsCredit || this.random.chance(0.1)) await this.topUp();
      if (this.random.chance(0.3)) await this.#reviewTags();
      const place = (await this.#waitForTurn()) ?? this.random.pick(this.world.places);
      if (this.random.chance(0.1)) await this.#chargeByTag(place, this.person.tag);
      else if (place.recognisesCars && this.random.chance(0.7)) await this.#chargeByCar(place);
      else await this.#chargeByApp(place, this.random.chance(0.5) && this.plug(place));
      await this.wait(0, 8 * MINUTE_MS);
    }
  }

  /** Waits in line, if all connectors are in use. Returns the place of the turn if the driver comes. */
  async #waitForTurn(): Promise<Place | undefined> {
    const { random, world } = this;
    if (!world.hasLines || random.chance(0.2)) return undefined;
    const body = { csId: '1', Plug: random.pick(['ccs2', 'type2']) };
    const join = () => this.insist('joining', () => request(waitingCalls.joinLine, { body }));
    const leave = () => this.insist('leaving', () => request(waitingCalls.leaveLine, {}));
    await join();
    const [comes, looks] = [random.chance(0.7), random.int(25)];
    for (let look = 0; look < looks && !world.isEnding; look++) {
      const read = await request(waitingCalls.waitingPlace, {}).catch(() => undefined);
      if (read && !read.place) return undefined;
      if (read?.place?.turn && comes) return this.#come(read.place.turn);
      // On two devices.
      if (random.chance(0.05)) await Promise.all([join(), random.chance(0.3) ? leave() : join()]);
      await this.wait(20_000, 2 * MINUTE_MS);
    }
    await leave();
    return undefined;
  }

  /** Goes to the connector of the turn, which may fail on the way. */
  async #come({ chargePointId }: Turn): Promise<Place | undefined> {
    const place = this.world.places.find(({ id }) => id === chargePointId);
    this.log(`has the turn at ${chargePointId}`);
    const connector = place?.chargePoint.connector(1);
    if (place && this.random.chance(0.15)) {
      this.kernel.as(place.owner, () => connector?.fault('OtherError'));
      const mendMs = this.random.between(MINUTE_MS, 4 * MINUTE_MS);
      this.kernel.after(mendMs, () => connector?.fault(undefined), place.owner);
    }
    await this.wait(0, 5 * MINUTE_MS);
    return place;
  }

  /** Allows notices, or gets a new subscription from the browser. */
  async #subscribe(): Promise<void> {
    const body = this.world.push.subscribe();
    await this.insist('subscription', () => request(calls.subscribeToPush, { body }));
  }

  async #chargeByApp(place: Place, isPlugged: boolean): Promise<void> {
    await request(calls.connectorsOfCharger, { path: { chargerId: place.number } }).catch(() => undefined);
    const idempotencyKey = this.newKey();
    this.world.startKeys.add(idempotencyKey);
    const response = await this.insist('start', () =>
      request(calls.startCharge, { body: { ChargePointID: place.number }, idempotencyKey }),
    );
    this.log(`start at ${place.id}: ${JSON.stringify(response)}`);
    const { status, info } = (response ?? {}) as { status?: string | number; info?: string };
    if (info === LOW_BALANCE) this.needsCredit = true;
    if (status === 'Rejected' || status === 'Error') return this.leave(place);
    await this.kernel.wait(this.random.between(500, 5000));
    if (!isPlugged && this.random.chance(0.1)) await this.stop(place);
    if (!isPlugged) {
      await this.kernel.wait(this.random.between(1000, 75_000));
      this.plug(place);
    }
    await this.phone.watch(place);
    const charge = await this.#follow(place);
    if (charge) {
      if (place.recognisesCars) await this.#linkCar(place, String(charge.transactionId));
      await this.#charge(place, String(charge.transactionId));
    }
    await this.leave(place);
  }

  /** Begins a charge at the charge point itself, with any user's tag. */
  async #chargeByTag(place: Place, tag: string): Promise<void> {
    if (!this.plug(place)) return;
    await this.#present(place, tag);
    await this.#chargeWithoutApp(place);
  }

  /** A car that is linked begins its charge; otherwise its driver uses the app, and links it. */
  async #chargeByCar(place: Place): Promise<void> {
    // The car may pretend to be another driver's.
    const isCopied = this.random.chance(0.25);
    const { car } = isCopied ? this.random.pick(this.world.people) : this.person;
    if (!this.plug(place)) return;
    const form = this.random.pick([car, `VID:${car}`, car.match(/../g)?.join(':').toLowerCase() ?? car]);
    if (await this.#present(place, form)) return this.#chargeWithoutApp(place);
    await this.#chargeByApp(place, true);
  }

  /** A reader reads a card, or a charge point recognises a car. Returns whether the charge began. */
  async #present(place: Place, tag: string): Promise<boolean> {
    await this.kernel.wait(this.random.between(1000, 20_000));
    if (place.carOf !== this.person.name) return false;
    if (tag !== this.person.tag) place.recognised.add(plainTag(tag));
    await this.kernel
      .as(place.owner, () => place.chargePoint.startLocally(1, tag))
      .catch((error: unknown) => this.log(`the tag isn't read: ${error}`));
    const hasBegun = place.chargePoint.connector(1).charge?.idTag === tag;
    this.log(`presents ${tag} at ${place.id}: ${hasBegun}`);
    return hasBegun;
  }

  async #chargeWithoutApp(place: Place): Promise<void> {
    await this.phone.watch(place);
    await this.wait(MINUTE_MS, 40 * MINUTE_MS);
    if (place.carOf === this.person.name && this.random.chance(0.5))
      this.kernel.as(place.owner, () => place.chargePoint.connector(1).stop('Local'));
    await this.leave(place);
  }

  /** Links the recognised car, if the app offers it. */
  async #linkCar({ recognised }: Place, transactionId: string): Promise<void> {
    const { linkable } = await this.#tags();
    if (!linkable.some((one) => one.transactionId === transactionId)) return;
    // Which of the cars that have been here isn't said.
    for (const tag of recognised) {
      const owners = this.world.ownersOfTags.get(tag) ?? new Set();
      this.world.ownersOfTags.set(tag, owners.add(this.person.id));
      this.#allow(tag);
    }
    const body = { TransactionID: transactionId };
    const failure = await this.insist('linking', () => request(tagCalls.linkCar, { body }));
    this.log(`links the car of ${transactionId}: ${JSON.stringify(failure)}`);
  }

  /** Denies what a card or car has begun ('Não fui eu'), and allows blocked cards again. */
  async #reviewTags(): Promise<void> {
    const { tags } = await this.#tags();
    for (const tag of tags) {
      if (tag.blocked) {
        this.#allow(this.person.tag);
        await this.insist('allowing', () => this.#changeCard(tag, false));
      } else if (tag.transactionId !== undefined ? this.random.chance(0.5) : this.random.chance(0.05)) {
        await this.#switchOff(tag);
        const active = await request(calls.activeRecharges, {}).catch(() => []);
        const charge = active.find(({ transactionId }) => String(transactionId) === tag.transactionId);
        const place = this.world.places.find(({ id }) => id === charge?.chargePointId);
        if (place) await this.stop(place, tag.transactionId);
      }
    }
  }

  async #switchOff(tag: UserTag): Promise<void> {
    const isCar = tag.kind === 'car';
    const { id, tag: card } = this.person;
    const known = [...this.world.ownersOfTags.keys()];
    const text = isCar
      ? known.find((one) => one.endsWith(tag.label?.slice(-4) ?? '-') && one !== card)
      : card;
    const path = { tagId: tag.tagId };
    await this.insist('switching off', async () => {
      await (isCar ? request(tagCalls.deleteTag, { path }) : this.#changeCard(tag, true));
      this.log(`has switched ${text} off`);
      const times = { from: this.kernel.now, until: Number.POSITIVE_INFINITY };
      this.world.switchedOff.push({ tag: text ?? '', userId: id, ...times });
    });
  }

  /** Notes that a card or car may begin charges again. */
  #allow(tag: string): void {
    for (const off of this.world.switchedOff)
      if (off.tag === tag && off.userId === this.person.id) off.until = Math.min(off.until, this.kernel.now);
  }

  #changeCard({ tagId }: UserTag, Blocked: boolean): Promise<unknown> {
    return request(tagCalls.changeTag, { path: { tagId }, body: { Blocked } });
  }

  async #tags(): Promise<Pick<UserTags, 'tags' | 'linkable'>> {
    return request(tagCalls.tags, {}).catch(() => ({ tags: [], linkable: [] }));
  }

  /** Waits until the app shows the charge. */
  async #follow(place: Place): Promise<ActiveRecharge | undefined> {
    for (let look = 0; look < 6; look++) {
      const active = await request(calls.activeRecharges, {}).catch(() => []);
      const own = active.find(({ chargePointId }) => chargePointId === place.id);
      if (own) return own;
      await this.kernel.wait(this.random.between(3000, 30_000));
    }
    return undefined;
  }

  async #charge(place: Place, transactionId: string): Promise<void> {
    await this.wait(5000, this.random.pick([2, 20, 60]) * MINUTE_MS);
    const end = this.random.next();
    if (end < 0.6) await this.stop(place, transactionId);
    else if (end < 0.75 && place.carOf === this.person.name)
      this.kernel.as(place.owner, () => place.chargePoint.connector(1).stop('Local'));
    await this.wait(0, 3 * MINUTE_MS);
  }
}

const ACTORS = { driver: Driver, valet: Valet, operator: Operator };
