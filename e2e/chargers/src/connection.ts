import { setImmediate as nextTurn } from 'node:timers/promises';
import { RPCClient } from 'ocpp-rpc';
import type { Runtime } from './runtime.ts';

export type Params = Record<string, unknown>;
export type Handler = (params: Params) => Promise<Record<string, unknown>>;

/** Where to connect, and with which credentials. */
export interface Target {
  /** `ws://host:port/ocpp`; the identity is appended. */
  endpoint: string;
  /** HTTP Basic authentication (OCPP security profiles 1 and 2). */
  password: string | undefined;
  /** PEM texts; `cert` and `key` for OCPP security profile 3. */
  tls?: { ca: string; cert?: string; key?: string };
}

interface ConnectionOptions {
  runtime: Runtime;
  identity: string;
  subprotocol: string;
  /** Called before each attempt: the credentials may have changed. */
  target: () => Target;
  /** Timeout of a call, in real ms. */
  callTimeoutMs: number;
  /** Delay of the first reconnect, in real ms; doubles up to 30 times as long. */
  reconnectMs: number;
  handlers: Record<string, Handler>;
  opened: () => void;
  closed: () => void;
}

/** The charge point's socket. Reconnects with exponential backoff until `disconnect`. */
export class Connection {
  readonly #options: ConnectionOptions;
  #client: RPCClient | undefined;
  #wanted = false;
  #connecting = false;
  #attempt = 0;
  #cancelReconnect: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#client?.state === RPCClient.OPEN;
  }

  connect(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    // Only one connection at a time: a pending attempt keeps running, and a closing connection
    // reconnects once it is closed.
    if (!this.#connecting && !this.#client) this.#try();
  }

  /** Closes the connection and stays offline. `force` skips the closing handshake. */
  async disconnect(force = false): Promise<void> {
    this.#wanted = false;
    this.#cancelReconnect?.();
    await this.#client?.close({ force });
  }

  /** Closes the connection without a closing handshake; reconnects automatically. */
  async drop(): Promise<void> {
    await this.#client?.close({ force: true });
  }

  async call(method: string, params: Params): Promise<unknown> {
    if (!this.#client) throw new Error('not connected');
    return this.#client.call(method, params);
  }

  #try(): void {
    const { identity, subprotocol, target, callTimeoutMs, handlers, runtime } = this.#options;
    const { endpoint, password, tls } = target();
    const client = new RPCClient({
      endpoint,
      identity,
      password: password ?? null,
      protocols: [subprotocol],
      strictMode: true,
      strictModeValidators: [],
      callTimeoutMs,
      callConcurrency: 1,
      pingIntervalMs: 30_000,
      deferPingsOnActivity: false,
      respondWithDetailedErrors: false,
      maxBadMessages: Number.POSITIVE_INFINITY,
      // The library reconnects only after a first success, and keeps pending calls.
      reconnect: false,
      maxReconnects: 0,
      backoff: { initialDelay: 1000, maxDelay: 2000, factor: 2, randomisationFactor: 0 },
      // Never below TLS 1.2 (OCPP 1.6 security whitepaper, §4.2).
      wsOpts: { ...runtime.websocket, ...(tls && { ...tls, minVersion: 'TLSv1.2' }) },
      headers: {},
    });
    for (const [method, handler] of Object.entries(handlers)) {
      client.handle(method, async ({ params }) => {
        // Let a response that arrived before this call take effect first.
        await nextTurn();
        return handler(params ?? {});
      });
    }
    this.#connecting = true;
    client.connect().then(
      () => {
        this.#connecting = false;
        // `disconnect` was called meanwhile.
        if (!this.#wanted) return void client.close({ force: true });
        this.#attempt = 0;
        this.#client = client;
        client.once('close', () => this.#handleClose(client));
        this.#options.opened();
      },
      () => {
        this.#connecting = false;
        this.#scheduleReconnect();
      },
    );
  }

  #handleClose(client: RPCClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#options.closed();
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    if (!this.#wanted) return;
    const { reconnectMs, runtime } = this.#options;
    const backoff = Math.min(2 ** this.#attempt, 30) * (0.75 + runtime.randomness.fraction() / 2);
    this.#attempt += 1;
    this.#cancelReconnect = runtime.clock.after(reconnectMs * backoff, () => this.#try());
  }
}
