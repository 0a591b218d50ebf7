/** Drivers: they top up, start, watch and stop charges with the app's own client. */

import { configureApi, request } from '@shared/client';
import { type ActiveRecharge, calls, LOW_BALANCE } from '@shared/contract';
import { Actor, MINUTE_MS } from './actor.ts';
import { Phone } from './phones.ts';
import { Operator, Valet } from './staff.ts';
import type { Person, Place, World } from './world.ts';

/** Lets all people live until the run ends. Resolves when the last one has left. */
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
      const place = this.random.pick(this.world.places);
      await (this.random.chance(0.1) ? this.#chargeByCard(place) : this.#chargeByApp(place));
      await this.wait(0, 8 * MINUTE_MS);
    }
  }

  /** Allows notices, or gets a new subscription from the browser. */
  async #subscribe(): Promise<void> {
    const body = this.world.push.subscribe();
    await this.insist('subscription', () => request(calls.subscribeToPush, { body }));
  }

  async #chargeByApp(place: Place): Promise<void> {
    await request(calls.connectorsOfCharger, { path: { chargerId: place.number } }).catch(() => undefined);
    const isPlugged = this.random.chance(0.5) && this.plug(place);
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
    if (charge) await this.#charge(place, String(charge.transactionId));
    await this.leave(place);
  }

  async #chargeByCard(place: Place): Promise<void> {
    if (!this.plug(place)) return;
    await this.kernel.wait(this.random.between(1000, 20_000));
    await this.kernel
      .as(place.owner, () => place.chargePoint.startLocally(1, this.person.tag))
      .catch((error: unknown) => this.log(`the card isn't read: ${error}`));
    await this.wait(MINUTE_MS, 40 * MINUTE_MS);
    if (place.carOf === this.person.name && this.random.chance(0.5))
      this.kernel.as(place.owner, () => place.chargePoint.connector(1).stop('Local'));
    await this.leave(place);
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
