import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { HEARTBEAT, INVALID_USER } from '@shared/contract';
import { FakeSocket } from './fake-socket.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';

const SECOND = 1000;
let live: LiveSocket;
let states: string[];
let events: unknown[];
let unreadable: number;
let refused: unknown[];
let invalid: boolean;

beforeEach(() => {
  rs.useFakeTimers();
  rs.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  states = [];
  events = [];
  unreadable = 0;
  refused = [];
  invalid = false;
  live = openLiveSocket({
    url: () => `ws://a.example/?n=${FakeSocket.all.length}`,
    protocol: 'testEvents',
    onState: (state) => states.push(state),
    onEvent: (event) => events.push(event),
    onUnreadable: () => {
      unreadable += 1;
    },
    onRefused: (error) => refused.push(error),
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

test('connects anew when the network comes back, as the old connection may be that of another one', () => {
  FakeSocket.last.accept();
  const old = FakeSocket.last;
  live.renew();
  expect(old.readyState).toBe(FakeSocket.CLOSED);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.accept();
  pass(60);
  expect(FakeSocket.all).toHaveLength(2);
});

test('a handshake that hangs is given up', () => {
  pass(15);
  expect(FakeSocket.all).toHaveLength(2);
});

test('handshakes that hang count as attempts', () => {
  for (let attempt = 1; attempt < 20_000; attempt += 1) pass(15);
  expect(FakeSocket.all).toHaveLength(20_000);
  pass(600);
  expect(FakeSocket.all).toHaveLength(20_000);
});

test('an address that no socket can have is told and tried again, as it may be mended', () => {
  const Socket = globalThis.WebSocket;
  rs.stubGlobal('WebSocket', function refuse() {
    throw new SyntaxError('no such address');
  });
  FakeSocket.last.hangUp();
  pass(10);
  expect(refused).toHaveLength(2);
  expect(states.at(-1)).toBe('connecting');
  rs.stubGlobal('WebSocket', Socket);
  pass(5);
  FakeSocket.last.accept();
  expect(states.at(-1)).toBe('open');
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

test('another server, which never echoes, is held to what the one before it did once only', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  FakeSocket.last.hangUp();
  pass(5);
  FakeSocket.last.accept();
  pass(60);
  expect(FakeSocket.all).toHaveLength(3);
  FakeSocket.last.accept();
  pass(600);
  expect(FakeSocket.all).toHaveLength(3);
});

test('timers that fire late, as in a background tab, take no living connection for dead', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  // Such a tab gets its timers once a minute, while frames still come as they are sent.
  for (let minute = 0; minute < 60; minute += 1) {
    const before = FakeSocket.last.sent.length;
    rs.setSystemTime(Date.now() + 30 * SECOND);
    pass(30);
    if (FakeSocket.last.sent.length > before) FakeSocket.last.say(HEARTBEAT);
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test('a tab that was asleep for hours opens one socket, however often it is told to wake up', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  const asleep = FakeSocket.last;
  rs.setSystemTime(Date.now() + 8 * 3600 * SECOND);
  for (let sign = 0; sign < 50; sign += 1) live.wake();
  pass(4);
  for (let sign = 0; sign < 50; sign += 1) live.wake();
  pass(1);
  expect(asleep.readyState).toBe(FakeSocket.CLOSED);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.hangUp();
  for (let sign = 0; sign < 50; sign += 1) live.wake();
  expect(FakeSocket.all).toHaveLength(3);
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

test('a page that wakes up leaves a fresh handshake alone and replaces a stuck one', () => {
  pass(4);
  live.wake();
  expect(FakeSocket.all).toHaveLength(1);
  pass(2);
  live.wake();
  expect(FakeSocket.all).toHaveLength(2);
});
