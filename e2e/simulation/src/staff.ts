/** Valets and operators, with the client that their screens and commands use. */
import { request } from '@shared/client';
import { calls, LOW_BALANCE, type RemoteResponse, type ValetQueueItem } from '@shared/contract';
import { commandChargePoint } from '@shared/contract/operator';
import { refundCharge } from '@shared/contract/refund';
import { makeCall } from '../../backend/src/commands/operator-calls.ts';
import { Actor, MINUTE_MS } from './actor.ts';
import { deliveredWh } from './phones.ts';
import { idOf, meteredCharges, type Place } from './world.ts';

const API = 'http://app.example/v1/api';
/** The only site. */
const CS_ID = '1';
const PLATES = ['ABC1D23', 'DEF-4567', 'GHI8J90'];

/** Parks customers' cars: valets share one queue, and pay from their own credit. */
export class Valet extends Actor {
  async live(): Promise<void> {
    await this.wait(0, 3 * MINUTE_MS);
    while (!this.world.isEnding) {
      if (this.needsCredit) await this.topUp();
      if (this.random.chance(0.7)) await this.#add();
      await this.#serve();
      await this.wait(0, 6 * MINUTE_MS);
    }
  }

  async #add(): Promise<void> {
    const body = {
      cqCsId: CS_ID,
      cqUvLicencePlate: this.random.pick(PLATES),
      cqCustomId: String(1 + this.random.int(50)),
    };
    const path = { csId: CS_ID };
    await this.insist('adding to the queue', () => request(calls.addToValetQueue, { path, body }));
  }

  /** Takes a vehicle of the queue, perhaps one that another valet takes as well. */
  async #serve(): Promise<void> {
    const queue = await request(calls.valetQueue, { path: { csId: CS_ID } }).catch(() => []);
    const waiting = queue.filter(({ status }) => status === 'QUEUED');
    const finished = queue.filter(({ canDismiss }) => canDismiss);
    if (finished.length > 0 && this.random.chance(0.5)) await this.#dismiss(this.random.pick(finished));
    if (waiting.length === 0) return;
    const vehicle = this.random.pick(waiting);
    if (this.random.chance(0.1)) return this.#remove(vehicle);
    const shown = await request(calls.valetConnectors, { path: { csId: CS_ID } }).catch(() => []);
    const free = shown.filter(({ connectorStatus }) => connectorStatus === 'Available');
    const places = this.world.places.filter(({ id }) =>
      free.some(({ chargePointId }) => chargePointId === id),
    );
    if (places.length > 0) await this.#charge(vehicle, this.random.pick(places));
  }

  async #charge({ cqId }: ValetQueueItem, place: Place): Promise<void> {
    const isPlugged = this.random.chance(0.3) && this.plug(place);
    const idempotencyKey = this.newKey();
    this.world.startKeys.add(idempotencyKey);
    const body = { cqId, chargePointId: place.id, connectorId: '1' };
    const response = await this.insist('valet start', () =>
      request(calls.valetStart, { path: { cqId }, body, idempotencyKey }),
    );
    this.log(`start of ${cqId} at ${place.id}: ${JSON.stringify(response)}`);
    const { info, status } = (response ?? {}) as Partial<RemoteResponse>;
    this.needsCredit = info === LOW_BALANCE;
    if (status === 'Rejected') return this.leave(place);
    await this.kernel.wait(this.random.between(1000, 75_000));
    if (!isPlugged) this.plug(place);
    await this.wait(MINUTE_MS, 30 * MINUTE_MS);
    if (this.random.chance(0.5)) await this.stop(place);
    await this.leave(place);
  }

  async #remove({ cqId, cqUvLicencePlate, cqCustomId }: ValetQueueItem): Promise<void> {
    const body = { cqCsId: CS_ID, cqUvLicencePlate, cqCustomId };
    await this.insist('removal', () => request(calls.deleteFromValetQueue, { path: { cqId }, body }));
  }

  async #dismiss({ cqId }: ValetQueueItem): Promise<void> {
    await this.insist('dismissal', () => request(calls.dismissFromValetQueue, { path: { cqId } }));
  }
}

/** Watches the board, refunds charges, and commands charge points, as `pnpm refund` and `pnpm charger` do. */
export class Operator extends Actor {
  async live(): Promise<void> {
    while (!this.world.isEnding) {
      await this.wait(MINUTE_MS, 6 * MINUTE_MS);
      const act = this.random.next();
      if (act < 0.5) await this.#readBoard();
      else if (act < 0.8) await this.#refund();
      else await this.#command();
    }
  }

  /** A board may be old, but never shows more energy than has been delivered. */
  async #readBoard(): Promise<void> {
    const board = await request(calls.siteBoard, { path: { id: CS_ID } }).catch(() => undefined);
    for (const { cpCode, transactionId, meterKWH = 0 } of board?.connectors ?? []) {
      const place = this.world.places.find(({ number }) => number.startsWith(`${cpCode}-`));
      const wh = place && transactionId ? deliveredWh(this.world, place, transactionId) : undefined;
      if (wh !== undefined && meterKWH * 1000 > wh + 1)
        this.world.reportLie(`the board shows ${meterKWH} kWh of ${wh / 1000} at ${place?.id}`);
    }
  }

  async #refund(): Promise<void> {
    const ended = meteredCharges(this.world).filter(
      ({ charge }) => charge.meterStop !== undefined && (idOf(this.world, charge) ?? 0) > 0,
    );
    if (ended.length === 0) return;
    const { charge } = this.random.pick(ended);
    const path = { transactionId: String(idOf(this.world, charge)) };
    const amount = this.random.chance(0.5) ? { amount: 1 + this.random.int(5) } : {};
    const key = this.newKey();
    this.world.refundKeys.add(key);
    const body = { reason: 'Carregador parou', ...amount };
    const response = await this.insist('refund', () =>
      makeCall(API, refundCharge, { path, body, key, token: this.person.token }),
    );
    this.log(`refund of ${path.transactionId}: ${JSON.stringify(response)}`);
  }

  async #command(): Promise<void> {
    const place = this.random.pick(this.world.places);
    const expiryDate = new Date(this.kernel.now + 10 * MINUTE_MS).toISOString();
    const body = this.random.pick([
      { command: 'ReserveNow', connectorId: 1, expiryDate, idTag: 'OPERADOR', reservationId: 1 },
      { command: 'CancelReservation', reservationId: 1 },
      { command: 'UpdateFirmware', location: 'https://files.example/', retrieveDate: expiryDate },
      { command: 'Reset', type: 'Soft' },
      { command: 'Reset', type: 'Hard' },
      { command: 'UnlockConnector', connectorId: 1 },
      { command: 'TriggerMessage', requestedMessage: 'StatusNotification' },
    ] as const);
    const path = { chargePointId: place.id };
    const response = await makeCall(API, commandChargePoint, { path, body, token: this.person.token }).catch(
      String,
    );
    this.log(`${body.command} at ${place.id}: ${JSON.stringify(response)}`);
  }
}
