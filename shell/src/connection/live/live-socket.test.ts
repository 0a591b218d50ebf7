import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { HEARTBEAT, INVALID_USER } from '@shared/contract/live';
import { FakeSocket } from './fake-socket.testing.ts';
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

test('uses the given protocol and sends a heartbeat every 30 s while open', () => {
  expect(FakeSocket.last.protocol).toBe('testEvents');
  FakeSocket.last.accept();
  const atOpen = FakeSocket.last.sent.length;
  pass(60);
  expect(FakeSocket.last.sent.slice(atOpen)).toEqual([JSON.stringify(HEARTBEAT), JSON.stringify(HEARTBEAT)]);
});

test('reconnects every 5 s, with a new URL, until it is open', () => {
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

test('reconnects within a second, after a random time, when the server restarts, and then every 5 s', () => {
  const random = rs.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.last.accept();
  FakeSocket.last.hangUp('', 1012);
  pass(0.4);
  expect(FakeSocket.all).toHaveLength(1);
  pass(0.2);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.hangUp();
  pass(4.9);
  expect(FakeSocket.all).toHaveLength(2);
  pass(0.2);
  expect(FakeSocket.all).toHaveLength(3);
  random.mockRestore();
});

test('gives up after 20000 consecutive tries, and starts over when the page wakes up', () => {
  for (let index = 1; index < 20_000; index += 1) {
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

test('connects at once when the page wakes up, and only once for several wake-up events', () => {
  FakeSocket.last.hangUp();
  live.wake();
  live.wake();
  expect(FakeSocket.all).toHaveLength(2);
  pass(10);
  expect(FakeSocket.all).toHaveLength(2);
});

test('reconnects when the connection returns, since the old connection may be on another network', () => {
  FakeSocket.last.accept();
  const old = FakeSocket.last;
  live.renew();
  expect(old.readyState).toBe(FakeSocket.CLOSED);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.accept();
  pass(60);
  expect(FakeSocket.all).toHaveLength(2);
});

test('abandons a handshake that hangs', () => {
  pass(15);
  expect(FakeSocket.all).toHaveLength(2);
});

test('counts handshakes that hang as tries', () => {
  for (let index = 1; index < 20_000; index += 1) pass(15);
  expect(FakeSocket.all).toHaveLength(20_000);
  pass(600);
  expect(FakeSocket.all).toHaveLength(20_000);
});

test('reports a URL that the browser rejects, and tries again because the URL may change', () => {
  const Socket = globalThis.WebSocket;
  rs.stubGlobal('WebSocket', function refuse() {
    throw new SyntaxError('no such URL');
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

test('treats a server that has echoed as dead after 60 s of silence', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  pass(59);
  expect(FakeSocket.all).toHaveLength(1);
  pass(2);
  expect(FakeSocket.all).toHaveLength(2);
  expect(states.at(-1)).toBe('connecting');
});

test('keeps the connection while the server echoes', () => {
  FakeSocket.last.accept();
  for (let i = 0; i < 20; i += 1) {
    FakeSocket.last.say(HEARTBEAT);
    pass(30);
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test('expects no echo from a server that has never echoed', () => {
  FakeSocket.last.accept();
  pass(600);
  live.wake();
  pass(600);
  expect(FakeSocket.all).toHaveLength(1);
});

test("expects no echo from another server after the previous one's silence was detected", () => {
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

test('keeps a working connection when timers fire late, as in a background tab', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  // Browsers run a background tab's timers once a minute, while frames still arrive on time.
  for (let minute = 0; minute < 60; minute += 1) {
    const sentBefore = FakeSocket.last.sent.length;
    rs.setSystemTime(Date.now() + 30 * SECOND);
    pass(30);
    if (FakeSocket.last.sent.length > sentBefore) FakeSocket.last.say(HEARTBEAT);
  }
  expect(FakeSocket.all).toHaveLength(1);
});

test('opens one socket after hours of sleep, however many wake-up events arrive', () => {
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

test('replaces an unresponsive connection within seconds after a sleep', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say(HEARTBEAT);
  live.wake();
  pass(5);
  expect(FakeSocket.all).toHaveLength(2);
});

test('reports and drops unreadable frames, and handles later ones', () => {
  FakeSocket.last.accept();
  FakeSocket.last.say('not json');
  FakeSocket.last.say({ type: 'UnknownIntegrationEvent' });
  FakeSocket.last.say({ order: { orderId: 1, orderState: 'paid', orderOtId: 0 } });
  expect(unreadable).toBe(2);
  expect(events).toHaveLength(1);
});

test('stops for good on INVALID_USER', () => {
  FakeSocket.last.accept();
  FakeSocket.last.hangUp(INVALID_USER);
  expect(invalid).toBe(true);
  pass(60);
  expect(FakeSocket.all).toHaveLength(1);
});

test('stays silent after close: no heartbeat, no try, no late event', () => {
  FakeSocket.last.accept();
  const socket = FakeSocket.last;
  live.close();
  socket.say({ order: { orderId: 1 } });
  socket.hangUp();
  pass(120);
  expect(events).toEqual([]);
  expect(FakeSocket.all).toHaveLength(1);
});

test('keeps a fresh handshake and replaces a stuck one when the page wakes up', () => {
  pass(4);
  live.wake();
  expect(FakeSocket.all).toHaveLength(1);
  pass(2);
  live.wake();
  expect(FakeSocket.all).toHaveLength(2);
});
