/**
 * One tab that runs the real page. Its time is accelerated, so that polls happen within the test,
 * and it waits for responses without a limit: the connection has a fault in place of each timeout.
 */
import type { Script } from 'node:vm';
import { TopUpRequest } from '@shared/contract';
import { Window } from 'happy-dom';
import type { Connection, HttpResponse } from './connection.ts';
import type { FakeLocks, FakeStorage } from './device.ts';
import type { Payment } from './intents.ts';
import { createPageSocketClass } from './page-socket.ts';

/**
 * Factors by which the page's time is accelerated: short delays, and the longer polls and
 * reconnects.
 */
const PACE = { short: 25, long: 5 };
const SHORT_MS = 1000;
/** Longer delays aren't accelerated: they are limits for handshakes. */
const LONGEST_MS = 10_000;
/** Longer ones than this are limits for responses. */
const HANDSHAKE_MS = 15_000;
const NEVER = 2 ** 31 - 1;
const paced = (ms: number) => ms / (ms < SHORT_MS ? PACE.short : PACE.long);
function delayOf(ms: number): number {
  if (ms > HANDSHAKE_MS) return NEVER;
  return ms > LONGEST_MS ? ms : paced(ms);
}
const ORIGIN = 'http://site.example';

export interface PageOptions {
  script: Script;
  connection: Connection;
  storage: FakeStorage;
  /** Undefined if the page has no HTTPS. */
  locks: FakeLocks | undefined;
  /**
   * `onPaying` is called with each payment that the page sends, `onOutcome` when the page learns a
   * definite outcome.
   */
  onPaying: (page: Page, payment: Payment, key: string) => void;
  onOutcome: (key: string) => void;
  /** Returns the key of an order's write. */
  keyOf: (orderId: string) => Promise<string>;
}

type PageRequest = InstanceType<Window['Request']>;

/** Never settles: a closed page gets no more responses. */
const never = () => new Promise<never>(() => {});
const normalizeSpaces = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ').trim();

export class Page {
  /** Whether messages of the live connection are lost. */
  dropsMessages = false;
  closed = false;
  readonly #window: InstanceType<typeof Window>;
  readonly #options: PageOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets: ReturnType<typeof createPageSocketClass>;

  constructor(path: string, options: PageOptions) {
    this.#options = options;
    this.#window = new Window({
      url: `${ORIGIN}${path}`,
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    this.#sockets = createPageSocketClass({
      ...options,
      dropsMessages: () => this.dropsMessages || this.closed,
    });
    const { document } = this.#window;
    document.body.innerHTML = '<div id="root"></div>';
    this.#defineGlobals();
    options.script.runInContext(this.#window);
  }

  get path(): string {
    return this.#window.location.pathname;
  }

  /**
   * Element of the current screen, a different one for each screen; undefined while only the
   * shell's frame is shown.
   */
  get screen(): object | undefined {
    return this.#window.document.querySelector('main') ?? undefined;
  }

  /** What the user can see and tap: the topmost dialog, or the page. */
  get #front() {
    const { document } = this.#window;
    return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  }

  /** Title of the topmost dialog, or an empty string. */
  get dialog(): string {
    return this.#front.querySelector('h2')?.closest('dialog') ? this.text('h2') : '';
  }

  /**
   * Returns the text of the first visible match of `selector`, with plain spaces for non-breaking
   * ones.
   */
  text(selector: string): string {
    return normalizeSpaces(this.#front.querySelector(selector)?.textContent);
  }

  texts(selector: string): { text: string; href: string }[] {
    return [...this.#front.querySelectorAll(selector)].map((one) => ({
      text: normalizeSpaces(one.textContent),
      href: one.getAttribute('href') ?? '',
    }));
  }

  /**
   * Returns the visible element with this text or label; undefined if there is none or the page is
   * closed.
   */
  find(selector: string, words: string) {
    if (this.closed) return undefined;
    const found = [...this.#front.querySelectorAll(selector)].find(
      (one) => normalizeSpaces(one.getAttribute('aria-label') ?? one.textContent) === words,
    );
    return found instanceof this.#window.HTMLElement ? found : undefined;
  }

  /** Presses the retry button, if there is one. */
  pressRetry(): void {
    this.find('button', 'Tentar novamente')?.click();
  }

  /** Navigates to another screen without a reload. */
  navigate(path: string): void {
    const { history } = this.#window;
    history.pushState(null, '', path);
    this.#window.dispatchEvent(new this.#window.PopStateEvent('popstate', { state: null }));
  }

  /** Closes the live connection. The page reconnects. */
  closeSockets(): void {
    this.#sockets.closeAll();
  }

  /** Closes the tab. None of the page's code runs any more. */
  close(): void {
    this.closed = true;
    this.#options.locks?.closed(this);
    for (const timer of this.#timers) clearTimeout(timer);
    this.closeSockets();
    void this.#window.happyDOM.close();
  }

  #defineGlobals(): void {
    const { storage, locks } = this.#options;
    const trackTimer = (timer: NodeJS.Timeout) => {
      this.#timers.add(timer);
      return timer;
    };
    const globals = {
      localStorage: storage,
      setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        trackTimer(setTimeout(() => this.closed || run(...args), delayOf(ms))),
      setInterval: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        trackTimer(setInterval(() => this.closed || run(...args), paced(ms))),
      clearTimeout: (timer?: NodeJS.Timeout) => clearTimeout(timer),
      clearInterval: (timer?: NodeJS.Timeout) => clearInterval(timer),
      fetch: (...args: ConstructorParameters<Window['Request']>) =>
        this.#fetch(new this.#window.Request(...args)),
      WebSocket: this.#sockets.PageSocket,
      console: { log() {}, warn() {}, error() {} },
    };
    for (const [name, value] of Object.entries(globals))
      Object.defineProperty(this.#window, name, { configurable: true, value });
    if (locks) Object.defineProperty(this.#window.navigator, 'locks', { value: locks.of(this) });
  }

  async #fetch(request: PageRequest) {
    try {
      const { status, body } = await this.#send(request);
      if (this.closed) return await never();
      return new this.#window.Response(body === '' ? null : body, { status });
    } catch (error) {
      return this.closed ? never() : Promise.reject(error);
    }
  }

  async #send(request: PageRequest): Promise<HttpResponse> {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/config.json') return { status: 200, body: '{}' };
    const key = request.headers.get('idempotency-key') ?? undefined;
    const headers = Object.fromEntries(request.headers);
    const sent = { method: request.method, path: pathname + search, headers, body: await request.text() };
    if (this.closed) return never();
    if (key) this.#options.onPaying(this, paymentOf(sent.body), key);
    const response = await Promise.race([this.#options.connection.request(sent), aborted(request.signal)]);
    if (key && !this.closed && isDefinite(response)) this.#options.onOutcome(key);
    return response;
  }
}

function paymentOf(body: string): Payment {
  const { Ammount, PaymentMethod } = TopUpRequest.parse(JSON.parse(body));
  return { method: PaymentMethod, cents: Math.round(Ammount * 100) };
}

const isDefinite = ({ status, body }: HttpResponse) => status < 500 && body.includes('"order');

function aborted(signal: PageRequest['signal']): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}
