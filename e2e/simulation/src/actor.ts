/** What all users have in common: they wait, repeat requests, pay, and move cars. */
import { request } from '@shared/client';
import { calls } from '@shared/contract';
import type { Kernel, Owner } from './kernel.ts';
import type { Random } from './random.ts';
import type { Person, Place, World } from './world.ts';

export const MINUTE_MS = 60_000;
/** How often a user repeats a request without a definite response. */
const TRIES = 5;

interface Failure {
  kind?: string;
  status?: number;
  code?: string;
  isDefinitive?: boolean;
}

export abstract class Actor {
  protected readonly world: World;
  protected readonly kernel: Kernel;
  protected readonly person: Person;
  protected readonly random: Random;
  protected needsCredit: boolean;

  constructor(world: World, person: Person) {
    this.world = world;
    this.kernel = world.kernel;
    this.person = person;
    this.random = world.kernel.random.stream(person.name);
    this.needsCredit = this.random.chance(0.9);
  }

  get owner(): Owner {
    return this.person.owner;
  }

  /** Resolves when the run ends and nothing is left to do. */
  abstract live(): Promise<void>;

  protected log(text: string): void {
    this.kernel.log(this.person.name, text);
  }

  /** Waits for some time, but ends early when the run ends. */
  protected async wait(leastMs: number, mostMs: number): Promise<void> {
    const ms = this.random.between(leastMs, mostMs);
    if (!this.world.isEnding) await Promise.race([this.kernel.wait(ms), this.world.ended]);
  }

  /** Repeats a request until it has a definite response. Returns undefined if the driver gives up. */
  protected async insist<T>(what: string, send: () => Promise<T>): Promise<T | Failure | undefined> {
    const patience = this.random.chance(0.1) ? 1 : TRIES;
    for (let attempt = 0; attempt < patience; attempt++) {
      try {
        return await send();
      } catch (error) {
        const failure = error as Failure;
        this.log(`${what} fails: ${failure.kind ?? error} ${failure.status ?? ''} ${failure.code ?? ''}`);
        if (failure.isDefinitive) return failure;
      }
      await this.kernel.wait(this.random.between(500, 20_000));
    }
    return undefined;
  }

  protected async topUp(): Promise<void> {
    const idempotencyKey = this.newKey();
    const body = {
      Ammount: this.random.pick([35, 60, 100]),
      PaymentMethod: this.random.pick(['pix', 'pix', 'pix', ...this.person.cards]),
    };
    const response = await this.insist('top-up', () => request(calls.topUp, { body, idempotencyKey }));
    this.log(`topped up ${body.Ammount} by ${body.PaymentMethod}: ${JSON.stringify(response)}`);
    this.needsCredit = false;
    const orderId = response && 'orderId' in response ? response.orderId : undefined;
    if (body.PaymentMethod === 'pix' && orderId) this.#payLater(orderId);
    await this.wait(1000, 2 * MINUTE_MS);
  }

  /** Pays the code that the app shows: at once, after it has expired, or never. */
  #payLater(orderId: string): void {
    const { provider } = this.world;
    const waitMs = this.random.pick([1, 1, 10, 33]) * MINUTE_MS * this.random.next();
    if (this.random.chance(0.1)) return;
    this.kernel.after(waitMs, async () => {
      const order = await request(calls.order, { path: { id: orderId } }).catch(() => undefined);
      const code = JSON.parse(order?.orderData ?? '{}').pix?.qrcode_text;
      if (code) provider.pay(code);
    });
  }

  /** Plugs the car in, unless one is already plugged in. */
  protected plug(place: Place): boolean {
    if (place.carOf) return false;
    place.carOf = this.person.name;
    const car = {
      capacityWh: this.random.between(20_000, 80_000),
      soc: this.random.between(5, 95),
      maxPowerW: this.random.pick([7400, 50_000, 120_000]),
    };
    this.log(`plugs in at ${place.id}`);
    this.kernel.as(place.owner, () => place.chargePoint.connector(1).plug(car));
    return true;
  }

  /** Takes the car away. */
  protected async leave(place: Place): Promise<void> {
    await this.wait(0, 2 * MINUTE_MS);
    if (place.carOf !== this.person.name) return;
    this.log(`unplugs at ${place.id}`);
    this.kernel.as(place.owner, () => place.chargePoint.connector(1).unplug());
    place.carOf = undefined;
  }

  protected newKey(): string {
    return `${this.person.name}-${this.random.int(2 ** 31)}`;
  }

  /** Stops a charge by its id, or what the user's last start began. */
  protected async stop(place: Place, transactionId = '0'): Promise<void> {
    const idempotencyKey = this.newKey();
    const body = { ChargePointID: `${place.id}-1`, TransactionID: transactionId };
    const response = await this.insist('stop', () => request(calls.stopCharge, { body, idempotencyKey }));
    this.log(`stop of ${transactionId} at ${place.id}: ${JSON.stringify(response)}`);
  }
}
