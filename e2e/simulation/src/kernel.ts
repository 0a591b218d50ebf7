/**
 * One clock, one queue of timers and one seed for the whole process. Must be imported before any
 * library: `install` replaces the platform's clock, timers and random values, so that libraries are
 * simulated as well. Promises, `setImmediate` and `process.nextTick` stay real: they take no
 * simulated time, and their order is reproducible as long as nothing uses threads, files or sockets.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import files from 'node:fs';
import filesPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { createRandom, type Random } from './random.ts';

/** What a timer, a connection or a query belongs to, such as an instance or a driver. */
export interface Owner {
  name: string;
  /** Set when a process dies: none of its timers fires any more. */
  dead?: boolean;
  /** Shortest interval of its repeated work, in ms: every query takes real time. */
  leastIntervalMs?: number;
}

interface Timer {
  at: number;
  order: number;
  owner: Owner | undefined;
  task: (() => void) | undefined;
}

/** Beginning of every run. */
export const EPOCH = Date.UTC(2026, 2, 2, 9);
/** Turns of the event loop without activity after which the process is idle. */
const IDLE_TURNS = 3;
const RealDate = Date;
const nextTurn = setImmediate;

let active: Kernel | undefined;

export class Kernel {
  readonly random: Random;
  /** Random bytes and ids for the product and its libraries. */
  readonly ids: Random;
  readonly #owners = new AsyncLocalStorage<Owner>();
  readonly #queue: Timer[] = [];
  readonly events: string[] = [];
  now = EPOCH;
  steps = 0;
  /** An error that nothing has handled. */
  problem: Error | undefined;
  #order = 0;
  #activity = 0;
  /** Called after each step, when the process is idle. */
  afterStep: () => Promise<void> = async () => undefined;

  constructor(seed: number) {
    this.random = createRandom(String(seed));
    this.ids = this.random.stream('ids');
    active = this;
  }

  /** Ends the run: the clock is the real one again, and no timer fires any more. */
  end(): void {
    if (active === this) active = undefined;
    this.#queue.length = 0;
  }

  get owner(): Owner | undefined {
    return this.#owners.getStore();
  }

  /** Runs `task` so that everything it starts belongs to `owner`. */
  as<T>(owner: Owner, task: () => T): T {
    return this.#owners.run(owner, task);
  }

  /** Records what happened. The records of a seed are always the same. */
  log(name: string, text: string): void {
    this.events.push(`${new RealDate(this.now).toISOString().slice(8, 23)} ${name}: ${text}`);
  }

  /** Reports that something happened, so that the process isn't idle yet. */
  touch(): void {
    this.#activity += 1;
  }

  /** Runs `task` in `ms` as the current owner, or as `owner`. Returns a function that cancels it. */
  after(ms: number, task: () => void, owner = this.owner): () => void {
    const timer = { at: this.now + Math.max(0, ms), order: this.#order++, owner, task };
    this.#insert(timer);
    return () => {
      timer.task = undefined as never;
    };
  }

  /** Returns the clock of a process: its timers end with it. */
  clockOf(owner: Owner) {
    const { leastIntervalMs = 0 } = owner;
    const every = (ms: number, task: () => void): (() => void) => {
      const next = () => {
        cancel = this.after(Math.max(ms, leastIntervalMs), next, owner);
        task();
      };
      let cancel = this.after(Math.max(ms, leastIntervalMs), next, owner);
      return () => cancel();
    };
    return {
      now: () => new Date(this.now),
      elapsed: () => this.now - EPOCH,
      after: (ms: number, task: () => void) => this.after(ms, task, owner),
      every,
    };
  }

  /** Returns the random values of a process. */
  randomnessOf(name: string) {
    const random = this.ids.stream(name);
    const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.int(256)));
    return { bytes, uuid: () => uuidOf(bytes(16)), fraction: random.next };
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Advances the clock from timer to timer until `until`, or until `isDone`. */
  async run(until: number, isDone: () => boolean = () => false): Promise<void> {
    await this.#settle();
    for (;;) {
      if (isDone()) return;
      const [next] = this.#queue;
      if (!next || next.at > until) break;
      this.#removeFirst();
      if (!next.task || next.owner?.dead) continue;
      this.now = Math.max(this.now, next.at);
      this.steps += 1;
      this.#owners.run(next.owner as Owner, next.task);
      await this.#settle();
      await this.afterStep();
    }
    if (Number.isFinite(until)) this.now = Math.max(this.now, until);
  }

  /** Advances the clock until `work` has settled, and returns its result. */
  async complete<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    work.then(settled, settled);
    await this.run(Number.POSITIVE_INFINITY, () => isSettled);
    if (!isSettled) throw new Error('nothing is left to wait for');
    return work;
  }

  async #settle(): Promise<void> {
    for (let seen = -1; seen !== this.#activity; ) {
      seen = this.#activity;
      for (let turn = 0; turn < IDLE_TURNS; turn++) await new Promise<void>((done) => void nextTurn(done));
    }
  }

  /** A binary heap by time, then by order of creation. */
  #insert(timer: Timer): void {
    const queue = this.#queue;
    let at = queue.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, queue[parent])) break;
      queue[at] = queue[parent] as Timer;
      at = parent;
    }
    queue[at] = timer;
  }

  #removeFirst(): void {
    const queue = this.#queue;
    const last = queue.pop();
    if (!last || queue.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= queue.length) break;
      if (isBefore(queue[child + 1], queue[child])) child += 1;
      if (!isBefore(queue[child], last)) break;
      queue[at] = queue[child] as Timer;
      at = child;
    }
    queue[at] = last;
  }
}

const isBefore = (one: Timer | undefined, other: Timer | undefined) =>
  one !== undefined &&
  other !== undefined &&
  (one.at < other.at || (one.at === other.at && one.order < other.order));

/** A timer of the platform: what `setTimeout` and `setInterval` return. */
class Timeout {
  readonly #start: (again: () => void) => () => void;
  #cancel: () => void;

  constructor(task: () => void, ms: number, repeats: boolean, kernel: Kernel) {
    const { owner } = kernel;
    const delay = ms >= 1 ? Math.min(ms, 2 ** 31 - 1) : 1;
    this.#start = (again) =>
      kernel.after(
        delay,
        () => {
          if (repeats) again();
          task();
        },
        owner,
      );
    this.#cancel = () => undefined;
    this.refresh();
  }

  refresh(): this {
    this.#cancel();
    this.#cancel = this.#start(() => this.refresh());
    return this;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  [Symbol.toPrimitive] = () => Number.NaN;
  [Symbol.dispose] = () => void this.close();
}

/** The clock of the platform. Without a run it is the real one. */
class SimulatedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(SimulatedDate.now());
    else super(...(given as [string]));
  }

  static override now(): number {
    return active ? Math.floor(active.now) : RealDate.now();
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}

/** Replaces the platform's clock, timers and random values for the rest of the process. */
function install(): void {
  const real = {
    ...timers,
    random: Math.random,
    perf: performance.now.bind(performance),
    wait: timersPromises.setTimeout,
  };
  const start = (repeats: boolean) =>
    function schedule(task: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) {
      if (active) return new Timeout(() => task(...args), Number(ms), repeats, active);
      return (repeats ? real.setInterval : real.setTimeout)(task, ms, ...args);
    };
  const clear = (timer: unknown) =>
    timer instanceof Timeout ? void timer.close() : real.clearTimeout(timer as NodeJS.Timeout);
  const replaced = {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(globalThis, replaced, { Date: SimulatedDate });
  Object.assign(timers, replaced);
  Object.assign(timersPromises, {
    setTimeout: (ms?: number, value?: unknown, options: { signal?: AbortSignal } = {}) =>
      active ? waitFor(active, ms, value, options.signal) : real.wait(ms, value, options),
  });
  Math.random = () => (active ? active.ids.next() : real.random());
  performance.now = () => (active ? active.now - EPOCH : real.perf());
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  installRandom();
  installFiles();
  syncBuiltinESMExports();
}

function waitFor(kernel: Kernel, ms = 1, value: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      cancel();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const cancel = kernel.after(Math.max(1, ms), () => {
      signal?.removeEventListener('abort', aborted);
      resolve(value);
    });
    if (signal?.aborted) aborted();
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

/** Reads of files take no time: they would end at any turn of the event loop. */
function installFiles(): void {
  const { readFile, readdir } = filesPromises;
  const atOnce =
    <Given extends unknown[], T>(now: (...given: Given) => T, later: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> =>
      active ? now(...given) : later(...given);
  Object.assign(filesPromises, {
    readFile: atOnce(files.readFileSync as (...given: unknown[]) => unknown, readFile as never),
    readdir: atOnce(files.readdirSync as (...given: unknown[]) => unknown, readdir as never),
  });
}

function uuidOf(bytes: Buffer) {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}` as const;
}

function installRandom(): void {
  const real = { bytes: crypto.randomBytes, fill: crypto.webcrypto.getRandomValues.bind(crypto.webcrypto) };
  const fill = <T extends ArrayBufferView>(view: T): T => {
    if (!active) return real.fill(view as never);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = active.ids.int(256);
    return view;
  };
  const randomBytes = (size: number, done?: (error: Error | null, bytes: Buffer) => void) => {
    const bytes = fill(Buffer.alloc(size));
    return done ? void nextTurn(() => done(null, bytes)) : bytes;
  };
  const randomUUID = () => uuidOf(fill(Buffer.alloc(16)));
  const randomInt = (least: number, below?: number) => {
    const [from, to] = below === undefined ? [0, least] : [least, below];
    return from + Math.floor(Math.random() * (to - from));
  };
  Object.assign(crypto, { randomBytes, randomUUID, randomInt, randomFillSync: fill });
  Object.defineProperty(crypto.webcrypto, 'getRandomValues', { value: fill });
  Object.defineProperty(crypto.webcrypto, 'randomUUID', { value: randomUUID });
}

install();
process.on('unhandledRejection', (error) => fail(error));
process.on('uncaughtException', (error) => fail(error));

function fail(error: unknown): void {
  if (!active) throw error;
  active.problem ??= error instanceof Error ? error : new Error(String(error));
}
