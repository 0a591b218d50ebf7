/** Live connection of one client, with limits on sent frames and unread bytes. */
import type { WebSocket } from 'ws';
import type { Randomness } from '../../platform/randomness.ts';

/** Unsent bytes at which a slow client is disconnected; it reconnects. */
const MAX_BUFFERED_BYTES = 1_000_000;
/** Frames between two pings. A client sends a heartbeat every 30 s or when it becomes active. */
const MAX_FRAMES = 60;

export type ClientConnection = ReturnType<typeof createClientConnection>;

/**
 * Handles the frames of a socket from a server with `autoPong: false`. Pings and pongs count as
 * frames, since pongs would pile up for a client that sends pings without reading.
 */
export function createClientConnection(
  randomness: Randomness,
  socket: WebSocket,
  onText: (text: string) => void,
) {
  let frames = 0;
  let awaitedPong = '';

  /** Counts a frame; returns false when the client has sent too many, and disconnects it. */
  function isWithinLimit(): boolean {
    if (++frames > MAX_FRAMES) socket.terminate();
    return frames <= MAX_FRAMES;
  }

  function write(send: () => void): void {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    else send();
  }

  socket.on('message', (data) => {
    if (isWithinLimit()) onText(String(data));
  });
  socket.on('ping', (data) => {
    if (isWithinLimit()) write(() => socket.pong(data));
  });
  socket.on('pong', (data) => {
    // Only a pong with the ping's content proves that the ping was read; a client may send others.
    if (isWithinLimit() && String(data) === awaitedPong) awaitedPong = '';
  });

  return {
    /** @param text encoded already if many clients get the same frame */
    send: (text: string | Buffer) => write(() => socket.send(text, { binary: false })),
    /** Sends a ping. Disconnects the client if it hasn't replied to the previous one. */
    ping() {
      if (awaitedPong !== '') return socket.terminate();
      frames = 0;
      awaitedPong = randomness.uuid();
      write(() => socket.ping(awaitedPong));
    },
  };
}
