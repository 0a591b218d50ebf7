/** The live part of the app on a driver's phone: its socket, and what the recharge screen shows. */
import { createQueryClient, queries, stamp } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { LIVE_PATH, PRODUCT } from '@shared/contract';
import { HEARTBEAT, liveProtocol, parseLiveFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { rechargeOf } from '../../../remotes/charging/src/recharge/recharge-state.ts';
import { idOf, type Person, type Place, type World } from './world.ts';

/** Longer than the app's: most events of a run would be heartbeats. */
const HEARTBEAT_MS = 60_000;
const RECONNECT_MS = 3000;
/** In Wh: the register has whole ones. */
const RESOLUTION_WH = 1;

/** Returns the energy of a charge so far, by the charge point's own meter; undefined if it has no such charge. */
export function deliveredWh(
  world: Pick<World, 'ids'>,
  { chargePoint }: Place,
  transactionId: string,
): number | undefined {
  const { charges, meter } = chargePoint.connector(1);
  const charge = charges.find((one) => String(idOf(world, one)) === transactionId);
  return charge && (charge.meterStop ?? meter.wh) - charge.meterStart;
}

export class Phone {
  readonly #world: World;
  readonly #person: Person;
  readonly #cache = createQueryClient();
  #place: Place | undefined;
  #openedAt = 0;
  #socket: WebSocket | undefined;

  constructor(world: World, person: Person) {
    this.#world = world;
    this.#person = person;
    this.#connect();
  }

  /** Opens the recharge screen of a connector. */
  async watch(place: Place): Promise<void> {
    this.#place = place;
    this.#openedAt = stamp();
    await this.#refetch();
  }

  /**
   * Returns what is wrong on the screen: energy that the connector hasn't delivered, or, once all is
   * over, a charge that still runs.
   */
  findLie(isOver: boolean): string | undefined {
    const place = this.#place;
    if (!place || (isOver && this.#socket?.readyState !== WebSocket.OPEN)) return undefined;
    const { queryKey } = queries.connectorStatus(place.id, '1');
    const [known] = this.#cache.getQueryData(queryKey) ?? [];
    const shown = rechargeOf({ known, startError: null, openedAt: this.#openedAt });
    const charge = shown.transaction;
    // If the charge may be over, the screen looks its receipt up.
    if (!charge || shown.over || shown.mayBeOver) return undefined;
    const about = `${this.#person.name}'s screen of ${place.id}`;
    if (isOver) return `${about} shows charge ${charge.transactionId}, which has ended`;
    const wh = deliveredWh(this.#world, place, charge.transactionId);
    if (wh === undefined || charge.meterTotal === undefined) return undefined;
    if (charge.meterTotal * 1000 <= wh + RESOLUTION_WH) return undefined;
    return `${about} shows ${charge.meterTotal} kWh of ${wh / 1000}`;
  }

  async #refetch(): Promise<void> {
    if (!this.#place) return;
    const query = queries.connectorStatus(this.#place.id, '1');
    await this.#cache.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  }

  #connect(): void {
    const { network } = this.#world;
    const { owner, token } = this.#person;
    const socket = new WebSocket(
      `ws://app.example${LIVE_PATH}?token=${token}`,
      [liveProtocol(PRODUCT.slug)],
      { createConnection: () => network.connect(owner) as never },
    );
    this.#socket = socket;
    let isAlive = true;
    const heartbeat = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(HEARTBEAT));
    }, HEARTBEAT_MS);
    socket.on('open', () => void this.#refetch());
    socket.on('message', (data) => {
      isAlive = true;
      const event = parseLiveFrame(String(data));
      if (event && event.type !== 'heartbeat') applyEvent(event, this.#cache);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(heartbeat);
      setTimeout(() => this.#connect(), RECONNECT_MS);
    });
  }
}
