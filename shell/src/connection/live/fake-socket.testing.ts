import { configureApi } from '@shared/client';
import { sessionAtom } from '@shared/state';
import type { PageState } from '../../page-state.ts';
import { startLiveBus } from './live-bus.ts';

/** A fake websocket, controlled by the test. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  readyState = FakeSocket.CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly url: string;
  readonly protocol: string;

  constructor(url: string, protocol: string) {
    this.url = url;
    this.protocol = protocol;
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(text);
  }

  close() {
    this.readyState = FakeSocket.CLOSED;
  }

  /** Acts as the server that accepts the connection. */
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(frame: unknown) {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }
  hangUp(reason = '', code = 1006) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

/** Starts a live bus for a logged-in user. Returns the function that stops it. */
export function startFakeBus({ store, cache }: PageState): () => void {
  FakeSocket.all = [];
  const nothing = () => {};
  configureApi({
    baseUrl: () => 'http://a.example',
    headers: () => ({}),
    onUnauthorized: nothing,
    onUnreadable: nothing,
  });
  const stop = startLiveBus({
    store,
    cache,
    liveUrl: '/live',
    product: 'test',
    openReceipt: nothing,
    onInvalidUser: nothing,
    onOpen: nothing,
  });
  store.set(sessionAtom, { status: 'user', token: 'a' });
  FakeSocket.last.accept();
  return stop;
}
