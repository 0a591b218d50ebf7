import { INVALID_USER } from '@shared/contract';
import { WebSocket } from 'ws';

/** In the range that applications may use; the reason tells the client what to do. */
export const UNAUTHORIZED = 4401;

/** A socket that hasn't answered for so long is dead. */
const PING_MS = 30_000;
/** What may wait to be sent to one slow socket; beyond it the socket is ended, and the client fetches anew. */
const MOST_BUFFERED = 1_000_000;

/** More tabs than anyone has open; with another one the oldest is closed. */
const MOST_OF_A_USER = 30;

export interface Sockets {
  /** `tokenHash` of the session that opened it. */
  add(userId: number, socket: WebSocket, tokenHash: string): void;
  users(): number[];
  has(userId: number): boolean;
  send(userId: number, frame: object): void;
  /** Closes a user's sockets but those of these sessions; the reason logs them out (specification, section 4). */
  keep(userId: number, tokenHashes: ReadonlySet<string>): void;
  /** Hashes of the tokens of all open sockets. */
  tokenHashes(): string[];
  /** Closes the sockets of these sessions; the reason logs them out. */
  end(tokenHashes: ReadonlySet<string>): void;
  closeAll(code: number): void;
  close(): void;
}

/** The open sockets of this instance by user. */
export function createSockets(): Sockets {
  const byUser = new Map<number, Set<WebSocket>>();
  const hashes = new WeakMap<WebSocket, string>();
  const silent = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const socket of all()) ping(socket);
  }, PING_MS);
  timer.unref();

  const all = () => [...byUser.values()].flatMap((sockets) => [...sockets]);

  function closeAll(code: number) {
    for (const socket of all()) socket.close(code);
  }

  const hashOf = (socket: WebSocket) => hashes.get(socket) ?? '';
  const logOut = (socket: WebSocket) => socket.close(UNAUTHORIZED, INVALID_USER);

  function ping(socket: WebSocket) {
    if (silent.has(socket)) return socket.terminate();
    silent.add(socket);
    socket.ping();
  }

  return {
    add(userId, socket, tokenHash) {
      // The client may have gone while its token was looked up.
      if (socket.readyState !== WebSocket.OPEN) return;
      const own = byUser.get(userId) ?? new Set();
      byUser.set(userId, own.add(socket));
      hashes.set(socket, tokenHash);
      const [oldest] = own;
      if (own.size > MOST_OF_A_USER) oldest?.close(1013);
      socket.on('pong', () => silent.delete(socket));
      socket.on('close', () => {
        own.delete(socket);
        if (own.size === 0 && byUser.get(userId) === own) byUser.delete(userId);
      });
    },
    users: () => [...byUser.keys()],
    has: (userId) => byUser.has(userId),
    send(userId, frame) {
      const text = JSON.stringify(frame);
      for (const socket of byUser.get(userId) ?? [])
        if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
        else socket.send(text);
    },
    keep(userId, tokenHashes) {
      for (const socket of byUser.get(userId) ?? []) if (!tokenHashes.has(hashOf(socket))) logOut(socket);
    },
    tokenHashes: () => [...new Set(all().map(hashOf))],
    end(tokenHashes) {
      for (const socket of all()) if (tokenHashes.has(hashOf(socket))) logOut(socket);
    },
    closeAll,
    close() {
      clearInterval(timer);
      closeAll(1001);
    },
  };
}
