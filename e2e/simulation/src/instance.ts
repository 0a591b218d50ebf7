/** An instance of the backend that can be restarted, or die at any moment. */
import { Writable } from 'node:stream';
import { type Backend, createBackend } from '../../backend/src/app.ts';
import { systemTransports } from '../../backend/src/platform/transports.ts';
import type { BusHub } from './bus.ts';
import type { SharedDatabase } from './database.ts';
import type { Kernel, Owner } from './kernel.ts';
import type { Network } from './network.ts';
import type { Provider } from './provider.ts';

/** Intervals of jobs are at least this long, because queries are what costs real time. */
const LEAST_INTERVAL_MS = 90_000;
/** Must exceed that interval. */
const LEASE_MS = 200_000;
/** Interval of the checks of charge points, charges and sessions. */
const CHECK_MS = 180_000;
const START_AGAIN_MS = 5000;
/** Any valid pair: no push service reads the messages. */
const VAPID = {
  publicKey: 'BAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8',
  privateKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
};

/** What an instance runs on. */
interface Surroundings {
  kernel: Kernel;
  network: Network;
  database: SharedDatabase;
  bus: BusHub;
  provider: Provider;
  /** Whether the site has a limit, which the instances enforce. */
  isLimited: boolean;
  reportError(text: string, stack?: string): void;
}

export class Instance {
  readonly name: string;
  readonly #world: Surroundings;
  #backend: Backend | undefined;
  #owner: Owner;
  #runs = 0;

  constructor(world: Surroundings, name: string) {
    this.#world = world;
    this.name = name;
    this.#owner = { name, dead: true };
  }

  get isUp(): boolean {
    return this.#backend !== undefined;
  }

  async start(): Promise<void> {
    const { kernel, network, database, bus, provider, isLimited } = this.#world;
    this.#runs += 1;
    const owner: Owner = { name: `${this.name}.${this.#runs}`, leastIntervalMs: LEAST_INTERVAL_MS };
    this.#owner = owner;
    kernel.log(owner.name, 'starts');
    const backend = await kernel
      .as(owner, () =>
        createBackend({
          // Any value: the instance isn't the only one.
          databaseUrl: 'simulated',
          natsUrl: 'simulated',
          clock: kernel.clockOf(owner),
          randomness: kernel.randomnessOf(owner.name),
          transports: {
            ...systemTransports,
            openDatabase: async () => database.connect(owner),
            openBus: async () => bus.open(owner),
            request: network.request,
            async listen({ server }) {
              network.listen(owner, server);
              return 'http://app.example';
            },
          },
          payments: provider,
          vapid: VAPID,
          leaseMs: LEASE_MS,
          checkMs: CHECK_MS,
          prerenders: false,
          sharesPower: isLimited,
          withdrawsVersions: false,
          logLevel: 'warn',
          logTo: new Writable({
            write: (line, _, done) => {
              this.#log(owner, String(line));
              done();
            },
          }),
        }),
      )
      .catch((error: unknown) => this.#failToStart(owner, error));
    if (owner === this.#owner && !owner.dead) this.#backend = backend;
  }

  /** Without the database no instance starts; its service manager tries again. */
  #failToStart(owner: Owner, error: unknown): undefined {
    const { kernel, database, network } = this.#world;
    if (owner.dead) return;
    owner.dead = true;
    network.drop(owner);
    if (!database.wasDown(kernel.now)) throw error;
    kernel.log(owner.name, 'fails to start');
    kernel.after(START_AGAIN_MS, () => void this.start(), { name: 'operations' });
  }

  async stop(): Promise<void> {
    const backend = this.#backend;
    if (!backend) return;
    this.#world.kernel.log(this.#owner.name, 'stops');
    this.#backend = undefined;
    const owner = this.#owner;
    await this.#world.kernel.as(owner, () => backend.close());
    owner.dead = true;
    this.#world.kernel.log(owner.name, 'has stopped');
  }

  /** Ends the process between two steps, without any notice. */
  kill(): void {
    const { kernel, network } = this.#world;
    kernel.log(this.#owner.name, 'dies');
    this.#backend = undefined;
    this.#owner.dead = true;
    network.drop(this.#owner);
  }

  #log(owner: Owner, text: string): void {
    if (owner.dead) return;
    const { level, msg, err, ...fields } = JSON.parse(text);
    const cause = err?.message?.split('\n')[0] ?? '';
    const about = fields.chargePointId ?? fields.orderId ?? fields.job ?? '';
    this.#world.kernel.log(owner.name, `${msg} ${about} ${fields.reason ?? ''} ${cause}`);
    if (level >= 50) this.#world.reportError(`${owner.name}: ${msg} ${about} ${cause}`, err?.stack);
  }
}
