/**
 * Limits how fast the messages of one charge point are read. A charge point sends one call at a
 * time (OCPP-J 1.6 §4.1.1), so pausing the socket slows it down without losing a message, which
 * matters for billing. The burst and the rate allow for hours of queued meter values. A client that
 * pipelines hundreds of messages, or doesn't read responses, is disconnected; after it reconnects,
 * it retries the calls without a response (OCPP 1.6 §3.7).
 */
import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../../platform/clock.ts';
import { endSocket, POLICY_VIOLATION } from './end-socket.ts';

/** A larger message counts as several, so that few of the largest are in memory at a time. */
const MESSAGE_BYTES = 16 * 1024;
const BURST = 300;
const PER_SECOND = 20;
/** Reading pauses while this many calls have no response. */
const MAX_UNANSWERED = 50;
/** This many messages beyond the burst close the connection. */
const MAX_OVER_BURST = 500;
/** Bytes that may be buffered for a client that sends but doesn't read. */
const MAX_UNREAD_BYTES = 1_000_000;

export function limitInbound(clock: Clock, socket: WebSocket, onFlood: () => void) {
  let tokens = BURST;
  let refilledAt = clock.elapsed();
  let unanswered = 0;
  let paused = false;
  let cancelUpdate: Cancel | undefined;
  let ended = false;

  function refill() {
    tokens = Math.min(BURST, tokens + ((clock.elapsed() - refilledAt) / 1000) * PER_SECOND);
    refilledAt = clock.elapsed();
  }

  function update() {
    if (ended) return;
    refill();
    cancelUpdate?.();
    if (tokens < 1) cancelUpdate = clock.after(Math.ceil(((1 - tokens) / PER_SECOND) * 1000), update);
    const full = tokens < 1 || unanswered >= MAX_UNANSWERED;
    if (full === paused) return;
    paused = full;
    if (full) socket.pause();
    else socket.resume();
  }

  function count(data: unknown) {
    refill();
    tokens -= Buffer.isBuffer(data) ? Math.max(1, data.length / MESSAGE_BYTES) : 1;
    if (tokens < -MAX_OVER_BURST || socket.bufferedAmount > MAX_UNREAD_BYTES) end();
    else update();
  }

  function end() {
    if (ended) return;
    ended = true;
    onFlood();
    endSocket(clock, socket, POLICY_VIOLATION, 'too many messages');
  }

  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, count);
  socket.on('close', () => {
    ended = true;
    cancelUpdate?.();
  });
  return {
    /** Runs the handler of a call and counts the call as unanswered until the handler settles. */
    async run<T>(task: () => Promise<T>): Promise<T> {
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
