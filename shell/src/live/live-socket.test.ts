import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { HEARTBEAT, INVALID_USER } from '@shared/contract';
import { FakeSocket } from './fake-socket.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';

const SECOND = 1000;
let live: LiveSocket;
let states: string[];
let events: unknown[];
let unreadable: number;
let invalid: boolean;

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  states = [];
  events = [];
  unreadable = 0;
  invalid = false;
  live = openLiveSocket({
    url: () => `ws://a.example/?n=${FakeSocket.all.length}`,
    protocol: 'testEvents',
    onState: (state) => states.push(state),
    onEvent: (event) => events.push(event),
    onUnreadable: () => {
      unreadable += 1;
    },
    onInvalidUser: () => {
      invalid = true;
    },
  });
});
afterEach(() => {
  live.close();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

const pass = (seconds: number) => rs.advanceTimersByTime(seconds * SECOND);

test('speaks the given protocol and sends a heartbeat each 30 s while open', () => {
  expect(FakeSocket.last.protocol).toBe('testEvents');
  FakeSocket.last.accept();
  const atOpen = FakeSocket.last.sent.length;
  pass(60);
  expect(FakeSocket.last.sent.slice(atOpen)).toEqual([JSON.stringify(HEARTBEAT), JSON.stringify(HEARTBEAT)]);
});

test('tries again each 5 s, with a fresh address, until it is open', () => {
  FakeSocket.last.hangUp();
  pass(4.9);
  expect(FakeSocket.all).toHaveLength(1);
  pass(0.2);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toContain('n=1');
  FakeSocket.last.hangUp();
  pass(5);
  FakeSocket.last.accept();
  expect(states.at(-1)).toBe('open');
  pass(600);
  expect(FakeSocket.all).toHaveLength(3);
});

test('gives up after 20000 attempts in a row, and begins anew when the page wakes up', () => {
  for (let attempt = 1; attempt < 20_000; attempt += 1) {
    FakeSocket.last.hangUp();
    pass(5);
  }
  expect(FakeSocket.all).toHaveLength(20_000);
  FakeSocket.last.hangUp();
  pass(60);
  expect(FakeSocket.all).toHaveLength(20_000);
  live.wake();
  expect(FakeSocket.all).toHaveLength(20_001);
});

test('connects at once when the page wakes up, and only once for several signs of it', () => {
  FakeSocket.last.hangUp();
  live.wake();
  live.wake();
  expect(FakeSocket.all).toHaveLength(2);
  pass(10);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a handshake that hangs is given up', () => {
  pass(15);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a server that has echoed and then falls silent for 60 s is taken for dead', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  pass(59);
  expect(FakeSocket.all).toHaveLength(1);
  pass(2);
  expect(FakeSocket.all).toHaveLength(2);
  expect(states.at(-1)).toBe('connecting');
});

test('a server that goes on echoing keeps its connection', () => {
  FakeSocket.last.accept();
  for (let i = 0; i < 20; i += 1) {
    FakeSocket.last.say(HEARTBEAT);
    pass(30);
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test('a server that never echoes is not held to it', () => {
  FakeSocket.last.accept();
  pass(600);
  live.wake();
  pass(600);
  expect(FakeSocket.all).toHaveLength(1);
});

test('after a sleep, a connection that does not answer is replaced within seconds', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  live.wake();
  pass(5);
  expect(FakeSocket.all).toHaveLength(2);
});

test('junk is counted and dropped, and what follows it is heard', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say('not json');
  FakeSocket.last.say({ type: 'UnknownIntegrationEvent' });
  FakeSocket.last.say({ order: { orderId: 1, orderState: 'paid', orderOtId: 0 } });
  expect(unreadable).toBe(2);
  expect(events).toHaveLength(1);
});

test('INVALID_USER ends it for good', () => {
  FakeSocket.last.accept();
  FakeSocket.last.hangUp(INVALID_USER);
  expect(invalid).toBe(true);
  pass(60);
  expect(FakeSocket.all).toHaveLength(1);
});

test('a closed one is silent: no heartbeat, no attempt, no late event', () => {
  FakeSocket.last.accept();
  const socket = FakeSocket.last;
  live.close();
  socket.say({ order: { orderId: 1 } });
  socket.hangUp();
  pass(120);
  expect(events).toEqual([]);
  expect(FakeSocket.all).toHaveLength(1);
});
