import { INVALID_USER } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { type Clock, wait } from '../../platform/clock.ts';
import type { ClientConnection } from './client-connection.ts';

/** Close code for applications (RFC 6455 §7.4.2); the reason makes clients log out. */
const UNAUTHORIZED = 4401;
const TRY_AGAIN_LATER = 1013;
/** Makes clients reconnect, each after a short random time. */
const RESTART = 1012;
/** Time over which the sockets are closed when all clients have to reconnect, in ms. */
const MOVE_ALL_MS = 4000;
const MOVE_INTERVAL_MS = 10;

/** How long a client may take to confirm a close, in ms. */
const CLOSE_MS = 2000;

/** More tabs than a user has open; beyond it the oldest socket is closed. */
const MAX_PER_USER = 30;

interface Session {
  socket: WebSocket;
  connection: ClientConnection;
  /** Hash of the token that opened it. */
  tokenHash: string;
}

export type Sockets = ReturnType<typeof createSockets>;

/** Closes a socket with an unknown token: sends the reason and doesn't wait for the client. */
export function refuseUnauthorized(socket: WebSocket): void {
  closeNow(socket, UNAUTHORIZED, INVALID_USER);
}

/** Closes a socket with a used or expired ticket: the client comes back with a new one. */
export function refuseTicket(socket: WebSocket): void {
  closeNow(socket, TRY_AGAIN_LATER);
}

/** After a close frame alone the connection would stay open until the client replies. */
function closeNow(socket: WebSocket, code: number, reason?: string): void {
  socket.close(code, reason);
  socket.terminate();
}

/** Creates the registry of this instance's open sockets by user. */
export function createSockets(clock: Clock) {
  const byUser = new Map<number, Set<Session>>();
  const allSessions = () => [...byUser.values()].flatMap((sessions) => [...sessions]);

  function closeGracefully(socket: WebSocket, code: number, reason?: string) {
    socket.close(code, reason);
    clock.after(CLOSE_MS, () => socket.terminate());
  }

  const logOut = ({ socket }: Session) => closeGracefully(socket, UNAUTHORIZED, INVALID_USER);

  /** Makes all clients reconnect, spread over a few seconds. */
  async function reconnectAll() {
    const sessions = allSessions();
    const perRound = Math.ceil((sessions.length * MOVE_INTERVAL_MS) / MOVE_ALL_MS);
    while (sessions.length > 0) {
      for (const { socket } of sessions.splice(0, perRound)) closeGracefully(socket, RESTART);
      if (sessions.length > 0) await wait(clock, MOVE_INTERVAL_MS);
    }
  }

  function remove(userId: number, session: Session) {
    const userSessions = byUser.get(userId);
    userSessions?.delete(session);
    if (userSessions?.size === 0) byUser.delete(userId);
  }

  return {
    add(userId: number, session: Session): void {
      const { socket } = session;
      // The client may have disconnected while its token was being looked up.
      if (socket.readyState !== WebSocket.OPEN) return;
      const userSessions = byUser.get(userId) ?? new Set();
      byUser.set(userId, userSessions.add(session));
      socket.on('close', () => remove(userId, session));
      const [oldest] = userSessions;
      if (userSessions.size <= MAX_PER_USER || !oldest) return;
      remove(userId, oldest);
      closeNow(oldest.socket, TRY_AGAIN_LATER);
    },
    /** Pings every client, and disconnects those that haven't replied to the previous ping. */
    ping(): void {
      for (const { connection } of allSessions()) connection.ping();
    },
    count: () => allSessions().length,
    isEmpty: () => byUser.size === 0,
    has: (userId: number) => byUser.has(userId),
    send(userIds: number[], frame: object): void {
      const text = Buffer.from(JSON.stringify(frame));
      for (const userId of userIds)
        for (const { connection } of byUser.get(userId) ?? []) connection.send(text);
    },
    /** Closes a user's sockets except those of these sessions; the reason logs the clients out. */
    closeOthers(userId: number, tokenHashes: ReadonlySet<string>): void {
      for (const session of byUser.get(userId) ?? [])
        if (!tokenHashes.has(session.tokenHash)) logOut(session);
    },
    /** Returns the hashes of the tokens of all open sockets. */
    tokenHashes: () => [...new Set(allSessions().map(({ tokenHash }) => tokenHash))],
    /** Closes the sockets of these sessions; the reason logs the clients out. */
    closeSessions(tokenHashes: ReadonlySet<string>): void {
      for (const session of allSessions()) if (tokenHashes.has(session.tokenHash)) logOut(session);
    },
    reconnectAll,
    close() {
      for (const { socket } of allSessions()) closeGracefully(socket, RESTART);
    },
  };
}
