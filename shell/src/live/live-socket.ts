/** One websocket that stays open: heartbeat, reconnection, and the detection of a connection that is dead but open. */
import { HEARTBEAT, INVALID_USER, type LiveEvent, parseLiveFrame } from '@shared/contract';

/** Specification, sections 7 and 9. */
const HEARTBEAT_MS = 30_000;
const RECONNECT_MS = 5_000;
const MAX_ATTEMPTS = 20_000;
/** Decisions, section 5: once a server has echoed, this long without an echo means a dead socket. */
const DEAD_AFTER_MS = 60_000;
/** The time that a server which echoes is given to answer when the page wakes up. */
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
  /** A frame, or part of it, can't be parsed and is dropped. Names the frame's type and the places. */
  onUnreadable: (frame: string, places: string[]) => void;
  /** The browser refuses to open such a socket at all; it is asked again like after any failure. */
  onRefused: (error: unknown) => void;
  /** The server closed with INVALID_USER: there is no further attempt. */
  onInvalidUser: () => void;
}

export interface LiveSocket {
  /** The page woke up: connects at once, or proves that the connection is alive. */
  wake: () => void;
  /** The network came back, perhaps another one: connects at once, whatever the old connection believes. */
  renew: () => void;
  close: () => void;
}

/** Opens the socket and keeps it open until it is closed. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | undefined;
  let attempts = 0;
  let serverEchoes = false;
  /** The next attempt, or the limit of the present handshake. */
  let attempt: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let awaitedEcho: ReturnType<typeof setTimeout> | undefined;
  /** Start of the present handshake, on the same clock as `echoDue`. */
  let begun = 0;
  /** When the awaited echo is overdue, in ms of the page's own clock, which nobody sets. */
  let echoDue = Number.POSITIVE_INFINITY;

  function connect() {
    drop();
    attempts += 1;
    options.onState('connecting');
    attempt = setTimeout(again, HANDSHAKE_MS);
    begun = performance.now();
    try {
      socket = new WebSocket(options.url(), options.protocol);
    } catch (error) {
      options.onRefused(error);
      return closed('');
    }
    socket.onopen = opened;
    socket.onmessage = ({ data }) => received(parseLiveFrame(data, options.onUnreadable));
    socket.onclose = ({ reason }) => closed(reason);
  }

  function again() {
    if (attempts < MAX_ATTEMPTS) connect();
    else drop();
  }

  function opened() {
    clearTimeout(attempt);
    attempts = 0;
    heartbeat = setInterval(() => beat(DEAD_AFTER_MS - HEARTBEAT_MS), HEARTBEAT_MS);
    beat(DEAD_AFTER_MS);
    options.onState('open');
  }

  function received(event: LiveEvent | undefined) {
    if (!event) return;
    if (event.type !== 'heartbeat') return options.onEvent(event);
    serverEchoes = true;
    stopWaiting();
  }

  function closed(reason: string) {
    drop();
    if (reason === INVALID_USER) return options.onInvalidUser();
    options.onState('connecting');
    attempt = setTimeout(again, RECONNECT_MS);
  }

  /** Sends a heartbeat; a server that is known to echo must answer within `limit` ms, or sooner if it already had to. */
  function beat(limit: number) {
    socket?.send(JSON.stringify(HEARTBEAT));
    const due = performance.now() + limit;
    if (!serverEchoes || due >= echoDue) return;
    stopWaiting();
    echoDue = due;
    awaitedEcho = setTimeout(replaceDead, limit);
  }

  function stopWaiting() {
    clearTimeout(awaitedEcho);
    echoDue = Number.POSITIVE_INFINITY;
  }

  /** The next server may be one that never echoes: it is held to it only once it has. */
  function replaceDead() {
    serverEchoes = false;
    connect();
  }

  /** Leaves the present socket, which isn't heard any more. */
  function drop() {
    clearTimeout(attempt);
    clearInterval(heartbeat);
    stopWaiting();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = undefined;
  }

  function renew() {
    attempts = 0;
    connect();
  }

  connect();
  return {
    wake() {
      if (socket?.readyState === WebSocket.OPEN) return beat(ANSWER_MS);
      // A handshake that began without network may be stuck.
      const isFresh = performance.now() - begun < ANSWER_MS;
      if (socket?.readyState !== WebSocket.CONNECTING || !isFresh) renew();
    },
    renew,
    close: drop,
  };
}
