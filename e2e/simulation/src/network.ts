/** The network in memory: the kernel delays and loses bytes, and cuts connections. */
import http, { type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OutgoingRequest } from '../../backend/src/platform/transports.ts';
import { MemorySocket } from '../../backend/src/testing/memory-socket.ts';
import type { Kernel, Owner } from './kernel.ts';
import type { Random } from './random.ts';

/** Host of the instances, behind a load balancer. */
const APP_HOST = 'app.example';
/** Of all clients. */
const ADDRESS = '10.0.0.1';

interface Listener {
  owner: Owner;
  host: string;
  server: Server;
}

type SentRequest = Pick<http.RequestOptions, 'method' | 'headers' | 'signal'>;

/** A connection between a client and a server. */
export class Link {
  readonly client: MemorySocket;
  readonly server: MemorySocket;
  readonly from: Owner;
  readonly to: Listener;
  /** Nothing arrives, and neither side notices. */
  silent = false;
  /** Whether a server has the connection. */
  accepted = false;
  /** When the last bytes sent to each end arrive: they arrive in order. */
  readonly #arrivals = new Map<MemorySocket, number>();
  readonly #network: Network;
  readonly #latencyMs: number;

  constructor(network: Network, from: Owner, to: Listener) {
    this.#network = network;
    this.#latencyMs = network.random.between(2, 60);
    this.from = from;
    this.to = to;
    this.client = new MemorySocket(this, ADDRESS);
    this.server = new MemorySocket(this, ADDRESS);
  }

  /** Sends bytes to the other end; null is the end of the stream. */
  send(sender: MemorySocket, chunk: Buffer | null): void {
    const receiver = sender === this.client ? this.server : this.client;
    this.#deliver(receiver, () => receiver.receive(chunk));
  }

  /** One end is closed; the other one gets the event, as with TCP. */
  leave(end: MemorySocket): void {
    this.#network.links.delete(this);
    const other = end === this.client ? this.server : this.client;
    this.#deliver(other, () => this.#reset(other));
  }

  /** Cuts the connection: what hasn't arrived is lost. */
  cut(): void {
    this.silent = true;
    this.#network.links.delete(this);
    for (const end of [this.client, this.server])
      this.#network.kernel.after(
        this.#network.random.between(1, 50),
        () => this.#reset(end),
        end === this.client ? this.from : this.to.owner,
      );
  }

  #reset(end: MemorySocket): void {
    const isUnknown = end === this.server && !this.accepted;
    end.destroy(isUnknown ? undefined : new Error('read ECONNRESET'));
  }

  #deliver(receiver: MemorySocket, task: () => void): void {
    const { kernel, random } = this.#network;
    const owner = receiver === this.client ? this.from : this.to.owner;
    const at = Math.max(
      kernel.now + this.#latencyMs * random.between(0.5, 1.5),
      this.#arrivals.get(receiver) ?? 0,
    );
    this.#arrivals.set(receiver, at);
    kernel.after(
      at - kernel.now,
      () => {
        if (this.silent || receiver.destroyed) return;
        kernel.touch();
        task();
      },
      owner,
    );
  }
}

export class Network {
  readonly kernel: Kernel;
  readonly random: Random;
  readonly links = new Set<Link>();
  /** Share of the requests of phones that lose their connection. */
  failing = 0;
  readonly #listeners = new Map<string, Listener>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.random = kernel.random.stream('network');
  }

  listen(owner: Owner, server: Server, host = APP_HOST): void {
    this.#listeners.set(owner.name, { owner, server, host });
    server.once('close', () => this.stopListening(owner));
  }

  stopListening(owner: Owner): void {
    if (this.#listeners.get(owner.name)?.owner === owner) this.#listeners.delete(owner.name);
  }

  /** Ends the connections of a process that has died: its peers get the event, it doesn't. */
  drop(owner: Owner): void {
    this.stopListening(owner);
    for (const link of this.links) if (link.to.owner === owner) link.cut();
  }

  /** Connects `from` to one of the servers of `host`. */
  connect(from: Owner, host = APP_HOST): Duplex {
    const to = [...this.#listeners.values()].filter((listener) => listener.host === host);
    const listener = to.length > 0 ? this.random.pick(to) : undefined;
    const nobody = { owner: { name: 'nobody' }, server: new http.Server(), host };
    const link = new Link(this, from, listener ?? nobody);
    this.links.add(link);
    this.kernel.after(
      this.random.between(1, 30),
      () => {
        if (link.client.destroyed || link.silent) return;
        const isListening = listener && this.#listeners.get(listener.owner.name) === listener;
        if (!isListening) return link.cut();
        link.accepted = true;
        listener.server.emit('connection', link.server);
      },
      link.to.owner,
    );
    return link.client;
  }

  #send({ host, pathname, search }: URL, { headers, ...options }: SentRequest): ClientRequest {
    const { owner } = this.kernel;
    if (!owner) throw new Error('no owner makes this request');
    return http.request({
      ...options,
      createConnection: () => this.connect(owner, host),
      path: pathname + search,
      headers: { ...headers, host },
    });
  }

  /** Works like the backend's own transport, over a connection of the current owner. */
  request = (url: URL, { body, method, headers, signal }: OutgoingRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const sent = this.#send(url, { method, headers, signal });
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });

  /** Works like the platform's `fetch`, over a connection of the current owner. */
  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = request.body ? await request.text() : undefined;
    const headers = {
      ...Object.fromEntries(request.headers),
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    };
    return new Promise((resolve, reject) => {
      const sent = this.#send(new URL(request.url), { method: request.method, headers });
      if (this.random.chance(this.failing))
        this.kernel.after(this.random.between(1, 2000), () => sent.destroy());
      const fail = (cause: Error) => reject(new TypeError('Failed to fetch', { cause }));
      request.signal.addEventListener('abort', () => sent.destroy(), { once: true });
      sent.on('error', fail);
      sent.on('response', (received) => {
        const chunks: Buffer[] = [];
        received.on('data', (chunk: Buffer) => chunks.push(chunk));
        received.on('error', fail);
        received.on('end', () => {
          const status = received.statusCode ?? 500;
          const text = status === 204 ? null : Buffer.concat(chunks).toString();
          // Node's own clock sets the date of a response.
          const date = new Date(this.kernel.now).toUTCString();
          resolve(new Response(text, { status, headers: { 'content-type': 'application/json', date } }));
        });
      });
      sent.end(body);
    });
  };
}
