/** The connection between pages and the real backend, with its faults. */
import { setTimeout as wait } from 'node:timers/promises';

export interface HttpResponse {
  status: number;
  body: string;
}

type Send = () => Promise<HttpResponse>;
/** A few seconds of the page's accelerated time. */
const LATE_MS = 200;
const SLOW_MS = 60;

const cutOff = () => Promise.reject<HttpResponse>(new TypeError('Failed to fetch'));
const failed: HttpResponse = { status: 503, body: 'Service Unavailable' };

/** What happens to the next payment request, by name; `none` is normal. */
const FAULTS = {
  none: (send: Send) => send(),
  /** The request doesn't reach the server. */
  unsent: cutOff,
  refusedUnread: async () => failed,
  /** The request reaches the server after the page has given up. */
  late: (send: Send) => {
    void wait(LATE_MS).then(send);
    return cutOff();
  },
  /** The connection drops while the server continues. */
  cut: (send: Send) => {
    void send();
    return cutOff();
  },
  /** The server completes the request, but its response is lost or replaced. */
  lost: (send: Send) => send().then(cutOff),
  failedAfter: (send: Send) => send().then(() => failed),
  malformed: (send: Send) => send().then(() => ({ status: 200, body: '<html>Bem-vindo ao Wi-Fi</html>' })),
  emptied: (send: Send) => send().then(() => ({ status: 200, body: '{}' })),
  /** No response arrives, so that the page gives up. */
  silent: (send: Send) => send().then(() => wait(SLOW_MS).then(cutOff)),
  slow: (send: Send) => wait(SLOW_MS).then(send),
  /** An intermediary sends the request twice. */
  twice: (send: Send) => {
    void send();
    return send();
  },
} satisfies Record<string, (send: Send) => Promise<HttpResponse>>;

export type Fault = keyof typeof FAULTS;
export const faults = Object.keys(FAULTS) as Fault[];

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export class Connection {
  /** Whether the connection is available. */
  up = true;
  /** Fault of the next payment request. */
  fault: Fault = 'none';
  /**
   * Awaited before a response reaches a page, so that none arrives while the user looks and taps.
   */
  responsesReleased: Promise<unknown> = Promise.resolve();
  readonly #underway = new Set<Promise<unknown>>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws TypeError like `fetch`, if there is no response */
  async request(request: Request): Promise<HttpResponse> {
    if (!this.up) return cutOff();
    const send = () => this.#track(this.#send(request));
    const pays = request.method === 'POST' && request.path.endsWith('/wallet/Balance');
    const { fault } = this;
    if (pays) this.fault = 'none';
    const response = await this.#track(FAULTS[pays ? fault : 'none'](send));
    await this.responsesReleased;
    return this.up ? response : cutOff();
  }

  async #send({ method, path, headers, body }: Request): Promise<HttpResponse> {
    const response = await fetch(`${this.#url}${path}`, { method, headers, ...(body && { body }) });
    return { status: response.status, body: await response.text() };
  }

  socketUrl(url: string): string {
    const { pathname, search } = new URL(url);
    return `${this.#url.replace('http', 'ws')}${pathname}${search}`;
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underway.add(work);
    const ended = () => this.#underway.delete(work);
    work.then(ended, ended);
    return work;
  }

  /**
   * Waits until no request is in flight, or until those in flight take longer than 2 × `LATE_MS`.
   */
  async idle(): Promise<void> {
    await wait(LATE_MS);
    while (this.#underway.size > 0) {
      const ended = Promise.allSettled(this.#underway);
      if ((await Promise.race([ended, wait(2 * LATE_MS)])) === undefined) return;
    }
  }
}
