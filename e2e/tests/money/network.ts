/** The network between pages and the real backend, and what goes wrong on it. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  status: number;
  body: string;
}

type Send = () => Promise<Answer>;
/** Some seconds, as pages count time. */
const LATE_MS = 200;
const SLOW_MS = 60;

const cutOff = () => Promise.reject<Answer>(new TypeError('Failed to fetch'));
const failed: Answer = { status: 503, body: 'Service Unavailable' };

/** What can become of the call that pays, by name; `none` is what should. */
const FAULTS = {
  none: (send: Send) => send(),
  /** The server never hears of it. */
  unsent: cutOff,
  refusedUnread: async () => failed,
  /** The server hears of it when the page has given it up. */
  late: (send: Send) => {
    void wait(LATE_MS).then(send);
    return cutOff();
  },
  /** The server works on while the connection is cut. */
  cut: (send: Send) => {
    void send();
    return cutOff();
  },
  /** The server has done it all, and its answer gets lost, or becomes another. */
  lost: (send: Send) => send().then(cutOff),
  failedAfter: (send: Send) => send().then(() => failed),
  malformed: (send: Send) => send().then(() => ({ status: 200, body: '<html>Bem-vindo ao Wi-Fi</html>' })),
  emptied: (send: Send) => send().then(() => ({ status: 200, body: '{}' })),
  /** No answer comes, until the page's own time limit would end it. */
  silent: (send: Send) => send().then(() => wait(SLOW_MS).then(cutOff)),
  slow: (send: Send) => wait(SLOW_MS).then(send),
  /** Something on the way sends it again. */
  twice: (send: Send) => {
    void send();
    return send();
  },
} satisfies Record<string, (send: Send) => Promise<Answer>>;

export type Fault = keyof typeof FAULTS;
export const faults = Object.keys(FAULTS) as Fault[];

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

export class Network {
  /** Whether there is any. */
  up = true;
  /** What becomes of the next call that pays. */
  fault: Fault = 'none';
  /**
   * What is awaited before anything reaches a page: nothing does while the person looks and taps.
   */
  calm: Promise<unknown> = Promise.resolve();
  readonly #underway = new Set<Promise<unknown>>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws TypeError as `fetch` does where no answer comes */
  async ask(asked: Asked): Promise<Answer> {
    if (!this.up) return cutOff();
    const send = () => this.#track(this.#send(asked));
    const pays = asked.method === 'POST' && asked.path.endsWith('/wallet/Balance');
    const { fault } = this;
    if (pays) this.fault = 'none';
    const answer = await this.#track(FAULTS[pays ? fault : 'none'](send));
    await this.calm;
    return this.up ? answer : cutOff();
  }

  async #send({ method, path, headers, body }: Asked): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, { method, headers, ...(body && { body }) });
    return { status: response.status, body: await response.text() };
  }

  socketUrl(asked: string): string {
    const { pathname, search } = new URL(asked);
    return `${this.#url.replace('http', 'ws')}${pathname}${search}`;
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underway.add(work);
    const ended = () => this.#underway.delete(work);
    work.then(ended, ended);
    return work;
  }

  /** Until the server has heard and done all that was sent to it. */
  async quiet(): Promise<void> {
    await wait(LATE_MS);
    while (this.#underway.size > 0) {
      const ended = Promise.allSettled(this.#underway);
      if ((await Promise.race([ended, wait(2 * LATE_MS)])) === undefined) return;
    }
  }
}
