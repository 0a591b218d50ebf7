/** One websocket that stays open: heartbeat, reconnection, and the detection of a connection that is dead but open. */
import { HEARTBEAT, INVALID_USER, type LiveEvent, parseLiveFrame } from '@shared/contract';

/** Specification, sections 7 and 9. */
const HEARTBEAT_MS = 30_000;
const RECONNECT_MS = 5_000;
const MAX_ATTEMPTS = 20_000;
/** Decisions, section 5: once a server has echoed, this long without an echo means a dead socket. */
const DEAD_AFTER_MS = 60_000;
/** The least time that a server which echoes is given to answer, such as when the page wakes up. */
const ANSWER_MS = 5_000;
/** How long a handshake may take before another attempt is made. */
const HANDSHAKE_MS = 15_000;

export interface LiveSocketOptions {
  /** Asked at every attempt. */
  url: () => string;
  protocol: string;
  onState: (state: 'connecting' | 'open') => void;
  /** Every event but the echo of a heartbeat. */
  onEvent: (event: LiveEvent) => void;
  /** A frame came that can't be read; it is dropped. */
  onUnreadable: () => void;
  /** The server closed with INVALID_USER: there is no further attempt. */
  onInvalidUser: () => void;
}

export interface LiveSocket {
  /** The page woke up or the network came back: connects at once, or proves that the connection is alive. */
  wake: () => void;
  close: () => void;
}

/** Opens the socket and keeps it open until it is closed. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | undefined;
  let attempts = 0;
  let serverEchoes = false;
  let lastEcho = 0;
  /** The next attempt, or the limit of the present handshake. */
  let attempt: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let awaitedEcho: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    drop();
    attempts += 1;
    options.onState('connecting');
    attempt = setTimeout(connect, HANDSHAKE_MS);
    socket = new WebSocket(options.url(), options.protocol);
    socket.onopen = opened;
    socket.onmessage = ({ data }) => received(parseLiveFrame(data));
    socket.onclose = ({ reason }) => closed(reason);
  }

  function opened() {
    clearTimeout(attempt);
    attempts = 0;
    lastEcho = Date.now();
    heartbeat = setInterval(() => beat(lastEcho + DEAD_AFTER_MS - Date.now()), HEARTBEAT_MS);
    beat(DEAD_AFTER_MS);
    options.onState('open');
  }

  function received(event: LiveEvent | undefined) {
    if (!event) return options.onUnreadable();
    if (event.type !== 'heartbeat') return options.onEvent(event);
    serverEchoes = true;
    lastEcho = Date.now();
    clearTimeout(awaitedEcho);
    awaitedEcho = undefined;
  }

  function closed(reason: string) {
    drop();
    if (reason === INVALID_USER) return options.onInvalidUser();
    options.onState('connecting');
    if (attempts < MAX_ATTEMPTS) attempt = setTimeout(connect, RECONNECT_MS);
  }

  /** Sends a heartbeat; a server that is known to echo must answer within `limit` ms. */
  function beat(limit: number) {
    socket?.send(JSON.stringify(HEARTBEAT));
    if (serverEchoes) awaitedEcho ??= setTimeout(connect, Math.max(limit, ANSWER_MS));
  }

  /** Leaves the present socket, which isn't heard any more. */
  function drop() {
    clearTimeout(attempt);
    clearInterval(heartbeat);
    clearTimeout(awaitedEcho);
    awaitedEcho = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = undefined;
  }

  connect();
  return {
    wake() {
      if (socket?.readyState === WebSocket.CONNECTING) return;
      if (socket?.readyState !== WebSocket.OPEN) {
        attempts = 0;
        return connect();
      }
      clearTimeout(awaitedEcho);
      awaitedEcho = undefined;
      beat(ANSWER_MS);
    },
    close: drop,
  };
}
