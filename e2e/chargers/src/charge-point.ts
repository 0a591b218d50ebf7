import { type ChargingProfiles, createChargingProfiles } from './charging-profiles.ts';
import { Configuration } from './configuration.ts';
import { Connection, type Params, type Target } from './connection.ts';
import { Connector, type ConnectorHost, type MeteredCharge } from './connector.ts';
import { MessageQueue, type QueuedMessage } from './message-queue.ts';
import { createOcpp201, type Ocpp201 } from './ocpp201.ts';
import { remoteCommands } from './remote-commands.ts';
import { Clock, type Runtime, systemRuntime } from './runtime.ts';
import type { FleetEntry } from './settings.ts';
import { type Behaviour, changeBehaviour } from './settings.ts';

export interface ChargePointOptions extends Omit<FleetEntry, 'connectors'> {
  /** `ws://host:port/ocpp` */
  endpoint: string;
  connectors: Pick<FleetEntry['connectors'][number], 'id' | 'maxPowerW' | 'meterWh'>[];
  /** In real ms: timeout of a call, delay of a retry, delay of a new connection. */
  callTimeoutMs?: number | undefined;
  retryMs?: number | undefined;
  reconnectMs?: number | undefined;
  /** Time, randomness and connections; the system's by default. */
  runtime?: Runtime | undefined;
}

/** A simulated OCPP charge point, independent of our backend. */
export class ChargePoint implements ConnectorHost {
  readonly id: string;
  readonly clock: Clock;
  readonly configuration: Configuration;
  readonly connectors: readonly Connector[];
  behaviour: Behaviour;
  readonly profiles: ChargingProfiles;
  readonly #model: string;
  readonly #retryMs: number;
  readonly #runtime: Runtime;
  readonly #connection: Connection;
  /** Undefined for OCPP 1.6. */
  readonly #ocpp201: Ocpp201 | undefined;
  readonly #transactions: MessageQueue;
  readonly #statuses: MessageQueue;
  #accepted = false;
  #stopHeartbeat: (() => void) | undefined;

  constructor(options: ChargePointOptions) {
    this.id = options.id;
    this.#runtime = options.runtime ?? systemRuntime;
    this.clock = new Clock(this.#runtime.clock, options.timeScale);
    this.behaviour = changeBehaviour(options.behaviour);
    const { password, tls } = options;
    this.configuration = new Configuration(
      options.connectors.length,
      {
        ...(password && { AuthorizationKey: password }),
        SecurityProfile: String(options.securityProfile ?? (password ? 1 : 0)),
        ...options.configuration,
      },
      tls?.certificate ? 3 : tls ? 2 : 1,
    );
    this.connectors = options.connectors.map((connector) => new Connector(this, connector));
    this.profiles = createChargingProfiles(this.clock, this.connectors);
    this.#model = options.model ?? 'Simulado';
    this.#retryMs = options.retryMs ?? 5000;
    const queue = {
      send: (method: string, params: Params) => this.call(method, params),
      retryAfter: (attempt: number, task: () => void) => this.#after(Math.min(attempt, 10), task),
    };
    this.#transactions = new MessageQueue(queue);
    this.#statuses = new MessageQueue(queue);
    const ocppVersion = options.ocppVersion ?? '1.6';
    this.#ocpp201 =
      ocppVersion === '2.0.1'
        ? createOcpp201(this, (method, params) => this.#connection.call(method, params))
        : undefined;
    const commands = remoteCommands(this);
    this.#connection = new Connection({
      runtime: this.#runtime,
      identity: options.id,
      subprotocol: `ocpp${ocppVersion}`,
      target: () => this.#target(options.endpoint, tls),
      callTimeoutMs: options.callTimeoutMs ?? 30_000,
      reconnectMs: options.reconnectMs ?? 1000,
      handlers: this.#ocpp201?.handlers(commands) ?? commands,
      opened: () => this.#boot(),
      closed: () => this.#handleDisconnect(),
    });
  }

  /** Whether the connection is open and the central system accepted the BootNotification. */
  get online(): boolean {
    return this.#accepted && this.#connection.open;
  }

  /** Number of messages about transactions that the central system hasn't confirmed yet. */
  get unsent(): number {
    return this.#transactions.length;
  }

  /** Number of statuses that the central system hasn't confirmed yet. */
  get unsentStatuses(): number {
    return this.#statuses.length;
  }

  connector(id: number): Connector {
    const found = this.connectors.find((connector) => connector.id === id);
    if (!found) throw new Error(`${this.id} has no connector ${id}`);
    return found;
  }

  start(): void {
    this.#connection.connect();
  }

  /** Drops the connection and stays offline until `start`. Messages are queued. */
  async goOffline(): Promise<void> {
    await this.#connection.disconnect(true);
  }

  /** Closes the connection without a closing handshake; it reconnects automatically. */
  async drop(): Promise<void> {
    await this.#connection.drop();
  }

  /** Stops the charge point and releases its timers and its socket. */
  async stop(): Promise<void> {
    await this.#connection.disconnect();
    this.clock.stop();
    this.#stopHeartbeat?.();
  }

  call(method: string, params: Params): Promise<unknown> {
    return this.#ocpp201?.call(method, params) ?? this.#connection.call(method, params);
  }

  /** Returns an id that no other transaction of the charge point has; undefined in OCPP 1.6. */
  newTransactionId(): string | undefined {
    if (!this.#ocpp201) return undefined;
    return `${this.clock.now().getTime().toString(36)}-${this.#runtime.randomness.fraction().toString(36).slice(2, 14)}`;
  }

  send(untranslated: QueuedMessage, about: { connector: Connector; charge: MeteredCharge }): void {
    const message = this.#ocpp201?.translate(untranslated, about) ?? untranslated;
    this.#transactions.push(message);
    if (this.behaviour.duplicates) this.#transactions.push({ ...message, onResponse: () => {} });
  }

  report(connector: Connector): void {
    // After a reconnect every status is reported.
    if (!this.online) return;
    const chargingState = this.#ocpp201?.chargingState(connector);
    if (chargingState) this.#transactions.push(chargingState);
    const { status, errorCode } = connector;
    this.#sendStatus({ connectorId: connector.id, status, errorCode });
  }

  reportAll(): void {
    this.#sendStatus({ connectorId: 0, status: 'Available', errorCode: 'NoError' });
    for (const connector of this.connectors) this.report(connector);
  }

  /** Runs a task shortly after the response to a call of the central system. */
  afterResponse(task: () => void): void {
    this.clock.after(this.behaviour.replyAfter + 0.05, task);
  }

  /** Simulates a card at the reader, which begins a charge if a car is plugged in. */
  async startLocally(connectorId: number, idTag: string): Promise<void> {
    const response = await this.call('Authorize', { idTag });
    const { idTagInfo } = response as { idTagInfo?: { status?: string } };
    if (idTagInfo?.status === 'Accepted') this.connector(connectorId).beginLocally(idTag);
  }

  /** Ends every charge, then reconnects and boots again. */
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

  /** Returns how to connect with the current security profile. */
  #target(endpoint: string, tls: ChargePointOptions['tls']): Target {
    const { securityProfile, authorizationKey: password } = this.configuration;
    if (securityProfile < 2) return { endpoint, password };
    if (!tls) throw new Error(`${this.id} has no TLS configuration`);
    const { ca, certificate } = tls;
    const isByCertificate = securityProfile === 3;
    return {
      endpoint: tls.endpoint,
      password: isByCertificate ? undefined : password,
      tls: { ca, ...(isByCertificate && certificate) },
    };
  }

  #boot(): void {
    this.sendBootNotification().then(
      (response) => {
        const { status, interval } = response as { status: string; interval: number };
        if (status !== 'Accepted') return this.#after(1, () => this.#boot());
        this.#accepted = true;
        this.configuration.change('HeartbeatInterval', String(interval));
        this.#startHeartbeat();
        this.#statuses.wake();
        this.reportAll();
        this.#transactions.wake();
      },
      () => this.#after(1, () => this.#connection.open && this.#boot()),
    );
  }

  #handleDisconnect(): void {
    this.#accepted = false;
    this.#stopHeartbeat?.();
    this.#transactions.pause();
    this.#statuses.pause();
  }

  #startHeartbeat(): void {
    this.#stopHeartbeat?.();
    const seconds = this.configuration.seconds('HeartbeatInterval');
    if (seconds <= 0) return;
    this.#stopHeartbeat = this.#runtime.clock.every(seconds * 1000, () => {
      // Ignore a failed heartbeat: the socket's own ping detects a dead connection.
      this.call('Heartbeat', {}).catch(() => undefined);
    });
  }

  #sendStatus(status: { connectorId: number; status: string; errorCode: string }): void {
    const timestamp = this.clock.now().toISOString();
    this.#statuses.push({ method: 'StatusNotification', params: () => ({ ...status, timestamp }) });
  }

  #after(attempt: number, task: () => void): void {
    this.clock.afterReal(this.#retryMs * attempt, task);
  }
}
