/** One websocket that stays open: heartbeats, reconnection, and detection of dead connections. */
import type { LiveEvent } from '@shared/contract';
import { HEARTBEAT, INVALID_USER, parseLiveFrame } from '@shared/contract/live';

/** Heartbeat interval, in ms. */
const HEARTBEAT_MS = 30_000;
const RECONNECT_MS = 5_000;
/** Close code of a server that restarts (IANA's WebSocket registry, 'Service Restart'). */
const SERVICE_RESTART = 1012;
/**
 * The longest wait after a restart, in ms: less than the time until the screen shows the connection
 * as lost. It is random, so that the clients of a server don't all connect at once.
 */
const RESTART_WAIT_MS = 1_000;
const MAX_TRIES = 20_000;
/** Once a server has echoed a heartbeat, silence for this long means a dead connection, in ms. */
const DEAD_AFTER_MS = 60_000;
/** Time limit for an echo after the page wakes up, in ms. */
const ECHO_TIMEOUT_MS = 5_000;
/** Time limit of a handshake, in ms. */
const HANDSHAKE_TIMEOUT_MS = 15_000;

export interface LiveSocketOptions {
  /** Called for each try. A try fails if the promise is rejected. */
  url: () => string | Promise<string>;
  protocol: string;
  onState: (state: 'connecting' | 'open') => void;
  /** Receives every event except echoes of heartbeats. */
  onEvent: (event: LiveEvent) => void;
  /** A frame, or part of it, is dropped as unreadable. Names the frame's type and the places. */
  onUnreadable: (frame: string, places: string[]) => void;
  /** The browser refused to open the socket; the next try follows as after any failure. */
  onRefused: (error: unknown) => void;
  /** The server closed with INVALID_USER; no further try is made. */
  onInvalidUser: () => void;
}

export interface LiveSocket {
  /** To be called when the page wakes up: connects, or checks that the connection is alive. */
  wake: () => void;
  /** To be called when the connection returns: reconnects, since an open connection may be dead. */
  renew: () => void;
  close: () => void;
}

export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | undefined;
  let tries = 0;
  /** Whether a try is waiting for its URL or its handshake. */
  let isConnecting = false;
  let serverEchoes = false;
  /** Timer of the next try, or time limit of the current handshake. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let awaitedEcho: ReturnType<typeof setTimeout> | undefined;
  /** Start of the current handshake, on the same clock as `echoDue`. */
  let handshakeStartedAt = 0;
  /** When the awaited echo is overdue, on the monotonic clock of `performance.now()`. */
  let echoDue = Number.POSITIVE_INFINITY;

  function connect() {
    drop();
    tries += 1;
    options.onState('connecting');
    timer = setTimeout(reconnect, HANDSHAKE_TIMEOUT_MS);
    handshakeStartedAt = performance.now();
    isConnecting = true;
    const url = options.url();
    if (typeof url === 'string') return open(url);
    const own = timer;
    const ifCurrent = (next: () => void) => own === timer && next();
    url.then(
      (text) => ifCurrent(() => open(text)),
      () => ifCurrent(() => closed('')),
    );
  }

  function open(url: string) {
    try {
      socket = new WebSocket(url, options.protocol);
    } catch (error) {
      options.onRefused(error);
      return closed('');
    }
    socket.onopen = opened;
    socket.onmessage = ({ data }) => received(parseLiveFrame(data, options.onUnreadable));
    socket.onclose = ({ code, reason }) => closed(reason, code);
  }

  function reconnect() {
    if (tries < MAX_TRIES) connect();
    else drop();
  }

  function opened() {
    clearTimeout(timer);
    isConnecting = false;
    tries = 0;
    heartbeat = setInterval(() => sendHeartbeat(DEAD_AFTER_MS - HEARTBEAT_MS), HEARTBEAT_MS);
    sendHeartbeat(DEAD_AFTER_MS);
    options.onState('open');
  }

  function received(event: LiveEvent | undefined) {
    if (!event) return;
    if (event.type !== 'heartbeat') return options.onEvent(event);
    serverEchoes = true;
    stopWaiting();
  }

  function closed(reason: string, code?: number) {
    drop();
    if (reason === INVALID_USER) return options.onInvalidUser();
    options.onState('connecting');
    const wait = code === SERVICE_RESTART ? Math.random() * RESTART_WAIT_MS : RECONNECT_MS;
    timer = setTimeout(reconnect, wait);
  }

  /** A server that is known to echo must do so within `limit` ms, or by an earlier deadline. */
  function sendHeartbeat(limit: number) {
    socket?.send(JSON.stringify(HEARTBEAT));
    const due = performance.now() + limit;
    if (!serverEchoes || due >= echoDue) return;
    stopWaiting();
    echoDue = due;
    awaitedEcho = setTimeout(replaceConnection, limit);
  }

  function stopWaiting() {
    clearTimeout(awaitedEcho);
    echoDue = Number.POSITIVE_INFINITY;
  }

  /** The new server may be one that never echoes, so don't expect an echo until it has sent one. */
  function replaceConnection() {
    serverEchoes = false;
    connect();
  }

  /** Closes the current socket and ignores its further events, or the URL that it waits for. */
  function drop() {
    clearTimeout(timer);
    timer = undefined;
    isConnecting = false;
    clearInterval(heartbeat);
    stopWaiting();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = undefined;
  }

  function renew() {
    tries = 0;
    connect();
  }

  connect();
  return {
    wake() {
      if (socket?.readyState === WebSocket.OPEN) return sendHeartbeat(ECHO_TIMEOUT_MS);
      // A handshake that started offline may be stuck.
      const isFresh = performance.now() - handshakeStartedAt < ECHO_TIMEOUT_MS;
      if (!isConnecting || !isFresh) renew();
    },
    renew,
    close: drop,
  };
}
