/**
 * Limits how fast one charge point's messages are read. A charge point sends a call only after the previous one is answered
 * (OCPP-J 1.6 §4.1.1), so reading more slowly slows it down and loses nothing: no message about money is dropped. The burst
 * and the rate let hours of queued meter values through. Only a client that pipelines hundreds of messages regardless is
 * disconnected: a charge point sends again what was not answered.
 */
import type { WebSocket } from 'ws';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';

const BURST = 300;
const PER_SECOND = 20;
/** Calls that may wait for their answer before reading pauses. */
const MOST_UNANSWERED = 50;
/** Messages beyond the burst that were sent although nobody read them. */
const MOST_AHEAD = 500;
/** Bytes that may wait for a client that sends but doesn't read. */
const MOST_UNREAD = 1_000_000;

export interface Inflow {
  /** Counts a call from here to its answer. */
  answer<T>(task: () => Promise<T>): Promise<T>;
}

export function limitInflow(socket: WebSocket, now: () => number, flooded: () => void): Inflow {
  let tokens = BURST;
  let refilledAt = now();
  let unanswered = 0;
  let paused = false;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function refill() {
    tokens = Math.min(BURST, tokens + ((now() - refilledAt) / 1000) * PER_SECOND);
    refilledAt = now();
  }

  function update() {
    if (ended) return;
    refill();
    clearTimeout(timer);
    if (tokens < 1) timer = setTimeout(update, Math.ceil(((1 - tokens) / PER_SECOND) * 1000)).unref();
    const full = tokens < 1 || unanswered >= MOST_UNANSWERED;
    if (full === paused) return;
    paused = full;
    if (full) socket.pause();
    else socket.resume();
  }

  function count() {
    refill();
    tokens -= 1;
    if (tokens < -MOST_AHEAD || socket.bufferedAmount > MOST_UNREAD) end();
    else update();
  }

  function end() {
    if (ended) return;
    ended = true;
    flooded();
    endSocket(socket, POLICY_VIOLATION, 'too many messages');
  }

  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, count);
  socket.on('close', () => {
    ended = true;
    clearTimeout(timer);
  });
  return {
    async answer(task) {
      unanswered += 1;
      update();
      try {
        return await task();
      } finally {
        unanswered -= 1;
        update();
      }
    },
  };
}
