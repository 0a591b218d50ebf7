/** The browsers' push service: it accepts messages of devices, or delays, refuses or forgets them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createDevice } from '../../backend/src/domain/notices/push-service.testing.ts';
import type { Kernel } from './kernel.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';

const HOST = 'fcm.googleapis.com';
/** The backend waits 5 s for a response, so it has one that was sent by then. */
const IN_TIME_MS = 4000;
/** How long a batch of notices takes that began before a response. */
const BATCH_MS = 20_000;
/** Shorter than the pause between two rounds of the lines. */
const TURN_AGAIN_MS = 80_000;

interface Device {
  decrypt(body: Buffer): string;
  /** When each message was accepted, by its content, if the sender knows. */
  accepted: Map<string, number>;
  /** When the sender learned that the subscription has ended. */
  goneAt?: number;
}

export class PushService {
  /** Share of messages that meet a fault. */
  failing = 0.1;
  /** Messages that no service should have got. */
  readonly excess: string[] = [];
  /** When something last happened that may make the backend forget what it sent. */
  disturbedAt = Number.NEGATIVE_INFINITY;
  readonly #owner = { name: 'push' };
  readonly #kernel: Kernel;
  readonly #random: Random;
  readonly #devices = new Map<string, Device>();

  constructor(kernel: Kernel, network: Network) {
    this.#kernel = kernel;
    this.#random = kernel.random.stream('push');
    const server = createServer((request, response) => void this.#receive(request, response));
    network.listen(this.#owner, server, HOST);
  }

  /** Returns the body of the subscription of a new device. */
  subscribe() {
    const { keys, decrypt } = createDevice();
    const path = `/fcm/send/${this.#random.int(2 ** 31)}`;
    this.#devices.set(path, { decrypt, accepted: new Map() });
    return { endpoint: `https://${HOST}${path}`, keys };
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '' } = request;
    const random = this.#random;
    const device = this.#devices.get(path);
    const message = device?.decrypt(await buffer(request)) ?? '';
    if (
      device?.goneAt !== undefined &&
      this.#isSure(device.goneAt) &&
      this.#kernel.now > device.goneAt + BATCH_MS
    )
      this.excess.push(`${path} has ended, and got ${message}`);
    const fate = random.chance(this.failing)
      ? random.pick(['slow', 'gone', 'busy', 'broken', 'lost'] as const)
      : 'accepted';
    const delayMs = random.between(20, fate === 'slow' ? 12_000 : 600);
    await this.#kernel.wait(delayMs);
    this.#kernel.log('push', `${path} ${fate} ${message}`);
    const isKnown = fate !== 'lost' && delayMs < IN_TIME_MS && !request.socket.destroyed;
    if (!device || device.goneAt !== undefined || fate === 'gone') {
      if (device && isKnown) device.goneAt ??= this.#kernel.now;
      return void response.writeHead(410).end();
    }
    if (fate === 'busy' || fate === 'broken')
      return void response.writeHead(fate === 'busy' ? 429 : 503).end();
    const before = device.accepted.get(message);
    if (before !== undefined && this.#isSure(before) && !this.#isNewTurn(message, before))
      this.excess.push(`${path} got twice ${message}`);
    if (isKnown) device.accepted.set(message, this.#kernel.now);
    if (fate === 'lost') return void request.socket.destroy();
    response.writeHead(201).end();
  }

  /** A driver in line may get the same turn again, but not at once. */
  #isNewTurn(message: string, before: number): boolean {
    return message.includes('"tag":"line-') && this.#kernel.now > before + TURN_AGAIN_MS;
  }

  /** Returns whether the backend still knows of a response of that time. */
  #isSure(at: number): boolean {
    return at > this.disturbedAt + BATCH_MS;
  }
}
