import { type Behaviour, DEFAULT_BEHAVIOUR } from './behaviour.ts';
import type { CarOptions } from './car.ts';
import { Clock } from './clock.ts';
import { Configuration } from './configuration.ts';
import { Connection, type Params } from './connection.ts';
import { Connector, type ConnectorHost } from './connector.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';
import { remoteCommands } from './remote-commands.ts';

export interface ChargePointOptions {
  id: string;
  /** `ws://host:port/ocpp` */
  endpoint: string;
  password?: string | undefined;
  model?: string | undefined;
  connectors: { id: number; maxPowerW: number; meterWh?: number | undefined }[];
  behaviour?: Partial<Behaviour> | undefined;
  configuration?: Record<string, string> | undefined;
  /** How much faster than real its time passes. */
  timeScale?: number | undefined;
  /** Real milliseconds: to wait for an answer, before sending again, before coming back. */
  callTimeoutMs?: number | undefined;
  retryMs?: number | undefined;
  reconnectMs?: number | undefined;
}

/** A simulated OCPP 1.6J charge point. It is a client on a socket and knows nothing of our backend. */
export class ChargePoint implements ConnectorHost {
  readonly id: string;
  readonly clock: Clock;
  readonly configuration: Configuration;
  readonly connectors: readonly Connector[];
  behaviour: Behaviour;
  readonly #model: string;
  readonly #retryMs: number;
  readonly #connection: Connection;
  readonly #transactions: MessageQueue;
  readonly #statuses: MessageQueue;
  readonly #retries = new Set<NodeJS.Timeout>();
  #accepted = false;
  #stopHeartbeat: (() => void) | undefined;

  constructor(options: ChargePointOptions) {
    this.id = options.id;
    this.clock = new Clock(options.timeScale);
    this.behaviour = { ...DEFAULT_BEHAVIOUR, ...options.behaviour };
    this.configuration = new Configuration(options.connectors.length, options.configuration);
    this.connectors = options.connectors.map((connector) => new Connector(this, connector));
    this.#model = options.model ?? 'Simulado';
    this.#retryMs = options.retryMs ?? 5000;
    const queue = {
      send: (method: string, params: Params) => this.call(method, params),
      retryAfter: (attempt: number, task: () => void) => this.#after(Math.min(attempt, 10), task),
    };
    this.#transactions = new MessageQueue(queue);
    this.#statuses = new MessageQueue(queue);
    this.#connection = new Connection({
      endpoint: options.endpoint,
      identity: options.id,
      password: options.password,
      callTimeoutMs: options.callTimeoutMs ?? 30_000,
      reconnectMs: options.reconnectMs ?? 1000,
      handlers: remoteCommands(this),
      opened: () => this.#boot(),
      closed: () => this.#lost(),
    });
  }

  /** Connected and accepted by the central system. */
  get online(): boolean {
    return this.#accepted && this.#connection.open;
  }

  /** Messages about transactions that wait for an answer. */
  get unsent(): number {
    return this.#transactions.length;
  }

  connector(id: number): Connector {
    const found = this.connectors.find((connector) => connector.id === id);
    if (!found) throw new Error(`${this.id} has no connector ${id}`);
    return found;
  }

  start(): void {
    this.#connection.connect();
  }

  /** Cuts the line and stays away; what happens meanwhile is told when it comes back by `start`. */
  async goOffline(): Promise<void> {
    await this.#connection.disconnect(true);
  }

  /** Cuts the line; it comes back by itself. */
  async drop(): Promise<void> {
    await this.#connection.drop();
  }

  /** Ends it for good: no timer and no socket is left. */
  async stop(): Promise<void> {
    await this.#connection.disconnect();
    this.clock.stop();
    for (const timer of this.#retries) clearTimeout(timer);
    this.#stopHeartbeat?.();
  }

  call(method: string, params: Params): Promise<unknown> {
    return this.#connection.call(method, params);
  }

  send(message: QueuedMessage): void {
    this.#transactions.push(message);
    if (this.behaviour.duplicates) this.#transactions.push({ ...message, answered: () => {} });
  }

  report(connector: Connector): void {
    if (!this.online) return; // Coming back tells every status.
    const { status, errorCode } = connector;
    this.#tellStatus({ connectorId: connector.id, status, errorCode });
  }

  reportAll(): void {
    this.#tellStatus({ connectorId: 0, status: 'Available', errorCode: 'NoError' });
    for (const connector of this.connectors) this.report(connector);
  }

  /** A card held to the reader: the central system is asked, then the charge begins if a car is plugged in. */
  async startLocally(connectorId: number, idTag: string): Promise<void> {
    const answer = await this.call('Authorize', { idTag });
    const { idTagInfo } = answer as { idTagInfo?: { status?: string } };
    if (idTagInfo?.status === 'Accepted') this.connector(connectorId).beginLocally(idTag);
  }

  plug(connectorId: number, car?: Partial<CarOptions>): void {
    this.connector(connectorId).plug(car);
  }

  /** Ends every charge, goes away and boots again. */
  async reset(kind: 'Soft' | 'Hard'): Promise<void> {
    for (const connector of this.connectors) connector.stop(`${kind}Reset`);
    await this.drop();
  }

  async sendBootNotification(): Promise<unknown> {
    return this.call('BootNotification', {
      chargePointVendor: 'Simulado',
      chargePointModel: this.#model,
      chargePointSerialNumber: this.id.slice(0, 25),
      firmwareVersion: '1.0.0',
    });
  }

  #boot(): void {
    this.sendBootNotification().then(
      (answer) => {
        const { status, interval } = answer as { status: string; interval: number };
        if (status !== 'Accepted') return this.#after(1, () => this.#boot());
        this.#accepted = true;
        this.configuration.change('HeartbeatInterval', String(interval));
        this.#beat();
        this.#statuses.wake();
        this.reportAll();
        this.#transactions.wake();
      },
      () => this.#after(1, () => this.#connection.open && this.#boot()),
    );
  }

  #lost(): void {
    this.#accepted = false;
    this.#stopHeartbeat?.();
    this.#transactions.pause();
    this.#statuses.pause();
  }

  #beat(): void {
    this.#stopHeartbeat?.();
    const seconds = this.configuration.seconds('HeartbeatInterval');
    if (seconds <= 0) return;
    const timer = setInterval(() => {
      // An unanswered heartbeat tells nothing new: the socket's own ping finds a dead line.
      this.call('Heartbeat', {}).catch(() => undefined);
    }, seconds * 1000);
    this.#stopHeartbeat = () => clearInterval(timer);
  }

  #tellStatus(status: { connectorId: number; status: string; errorCode: string }): void {
    const timestamp = this.clock.now().toISOString();
    this.#statuses.push({ method: 'StatusNotification', params: () => ({ ...status, timestamp }) });
  }

  #after(attempt: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      task();
    }, this.#retryMs * attempt);
    this.#retries.add(timer);
  }
}
