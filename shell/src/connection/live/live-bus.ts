/** The live bus: one socket per session. Events go to the cache, then to listeners. */
import { settleWrite, statusOf, writes } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import { forgetOrder, isFinalState, pendingOrdersOf } from '@shared/client/pending-orders';
import type { LiveEvent } from '@shared/contract';
import { INVALID_USER, liveProtocol } from '@shared/contract/live';
import {
  brandAtom,
  emitLiveEvent,
  isLoggedInAtom,
  isOrderToast,
  liveConnectionAtom,
  onLiveEvent,
  plugWaitsAtom,
  showToastAtom,
  toastsAtom,
  tokenAtom,
  userIdAtom,
} from '@shared/state';
import { report } from '../../errors/report.ts';
import { reportUnreadable } from '../../errors/report-unreadable.ts';
import type { PageState } from '../../page-state.ts';
import { connectivityAtom } from '../connectivity/connectivity.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';
import { orderToast } from './order-toast.ts';
import { pollWhileDisconnected } from './poll.ts';
import { refetchFailed, resync } from './resync.ts';

/** HTTP statuses of a backend that lacks a call. */
const WITHOUT_CALL: ReadonlySet<number> = new Set([404, 405]);

export interface LiveBusOptions extends PageState {
  /** URL of the stream, without the token; may be relative to the page. */
  liveUrl: string;
  product: string;
  openReceipt: (orderId: string) => void;
  /** Called when the server rejects this token. */
  onInvalidUser: (token: string) => void;
  /** Called when the connection opens, for the first time or again. */
  onOpen: () => void;
}

/** Connects while a user is logged in. Returns the function that stops it. */
export function startLiveBus({
  store,
  cache,
  liveUrl,
  product,
  openReceipt,
  onInvalidUser,
  onOpen,
}: LiveBusOptions): () => void {
  let socket: LiveSocket | undefined;
  const shownOrders = new Set<string>();
  const connectivity = store.get(connectivityAtom);

  function applyToken() {
    const token = store.get(tokenAtom);
    disconnect();
    if (token === undefined) store.set(liveConnectionAtom, 'idle');
    else open(token);
  }

  /** Closes the connection and removes everything that was shown to its user. */
  function disconnect() {
    socket?.close();
    socket = undefined;
    shownOrders.clear();
    store.set(toastsAtom, (toasts) => toasts.filter((toast) => !isOrderToast(toast)));
  }

  function open(bearer: string) {
    socket = openLiveSocket({
      url: () => urlFor(bearer),
      protocol: liveProtocol(product),
      onEvent: receive,
      onUnreadable: (frame, places) => reportUnreadable(`live ${frame}`, places),
      onRefused: (error) => report(error, 'live'),
      onInvalidUser: () => {
        report(new Error(INVALID_USER), 'live');
        onInvalidUser(bearer);
      },
      onState(state) {
        // Before the state changes: the resync below refetches what had failed.
        if (state === 'open') connectivity.succeeded();
        store.set(liveConnectionAtom, state);
        if (state !== 'open') return;
        resync(cache);
        onOpen();
      },
    });
  }

  /** Returns the stream's URL with a one-use ticket if the backend has them, otherwise with the token. */
  function urlFor(bearer: string) {
    const withToken = () => streamUrl(liveUrl, { token: bearer });
    if (!store.get(brandAtom).record?.liveTickets) return withToken();
    return writes.liveTicket(bearer).then(
      // `token` is the name of the specification, `ticket` what our backend reads.
      ({ ticket }) => streamUrl(liveUrl, { token: ticket, ticket }),
      (error: unknown) => {
        // The record may have been stored before the backend was replaced.
        if (WITHOUT_CALL.has(statusOf(error))) return withToken();
        throw error;
      },
    );
  }

  /** A start error that names no connector is that of the newest start that waits on this device. */
  function withConnector(event: LiveEvent): LiveEvent {
    if (event.type !== 'ErrorStartTransactionIntegrationEvent' || event.connectorId) return event;
    const { chargePointId: named } = event;
    const waits = Object.entries(store.get(plugWaitsAtom)).filter(([key]) =>
      key.startsWith(named && `${named}/`),
    );
    const [key = `${named}/`] = waits.sort(([, a], [, b]) => a - b).at(-1) ?? [];
    const [chargePointId = '', connectorId = ''] = key.split('/');
    return { ...event, chargePointId, connectorId };
  }

  function receive(frame: LiveEvent) {
    const event = withConnector(frame);
    try {
      applyEvent(event, cache);
    } catch (error) {
      report(error, 'live');
    }
    for (const error of emitLiveEvent(event)) report(error, 'live listener');
  }

  /**
   * Settles an order's write, and shows its toast once, however often its event arrives. Also for
   * `catchUpOrders`.
   */
  function receiveOrder(event: LiveEvent) {
    // A guest follows the order on its own screen: its receipt is that of the charge.
    if (event.type !== 'order' || !store.get(isLoggedInAtom)) return;
    const { order } = event;
    const user = store.get(userIdAtom);
    const wasInProgress = user !== undefined && pendingOrdersOf(user).includes(order.orderId);
    if (isFinalState(order.orderState)) forgetOrder(order.orderId);
    const key = `${order.orderId}:${order.orderState}`;
    const toast = shownOrders.has(key) ? undefined : orderToast(order, openReceipt, wasInProgress);
    if (!toast) return;
    shownOrders.add(key);
    store.set(showToastAtom, toast);
    if (order.orderIdempotencyKey) settleWrite(order.orderIdempotencyKey);
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  const wake = () => (socket ? socket.wake() : refetchFailed(cache));
  const onVisibility = () => document.visibilityState === 'visible' && wake();
  const stopRecovery = connectivity.onRecovered(() => {
    socket?.wake();
    // If the socket is still connecting, `resync` refetches once it is open.
    if (!socket || store.get(liveConnectionAtom) === 'open') refetchFailed(cache);
  });
  // The device may have switched networks, which leaves the old connection dead without an error.
  addEventListener('online', () => socket?.renew(), { signal });
  addEventListener('pageshow', wake, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  const stopPolling = pollWhileDisconnected({ store, cache });
  const unsubscribes = [stopRecovery, onLiveEvent(receiveOrder), store.sub(tokenAtom, applyToken)];
  applyToken();
  // A guest's requests may have failed before this script was loaded.
  if (!socket) refetchFailed(cache);
  return () => {
    listeners.abort();
    for (const unsubscribe of unsubscribes) unsubscribe();
    disconnect();
    store.set(liveConnectionAtom, 'idle');
    stopPolling();
  };
}

function streamUrl(liveUrl: string, query: { token: string; ticket?: string }): string {
  const url = new URL(liveUrl, location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
