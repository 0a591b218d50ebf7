import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { INVALID_USER, liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from '../../app.ts';
import { deleteExpired } from '../../data/retention.ts';
import { eq } from '../../platform/database/orm.ts';
import { authTokens, liveTickets } from '../../platform/database/schema.ts';
import { addUser, callApi, startTestBackend } from '../../testing/test-backend.ts';
import { createCheckedClock } from '../../testing/test-clock.ts';
import { hashOf } from '../people/auth/tokens.ts';

let backend: Backend;
let now = new Date('2026-03-02T15:00:00Z');
const clock = createCheckedClock(() => now);
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const sockets: WebSocket[] = [];
beforeAll(async () => {
  backend = await startTestBackend({ clock });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await backend.close();
});

let count = 0;
const newUser = () => addUser(backend, `viva-${count++}`);
const stored = () => backend.context.db.$count(liveTickets);

async function ticketOf(token: string) {
  const { response } = await callApi(backend, calls.liveTicket, { token });
  return response?.ticket ?? '';
}

/** Opens the stream. Resolves with 'open' once a heartbeat is echoed, or with code and reason of the close. */
async function open(query: string) {
  const url = `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?${query}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  sockets.push(socket);
  const closed = new Promise<string>((resolve) =>
    socket.once('close', (code, reason) => resolve(`${code} ${reason}`)),
  );
  const echoed = new Promise<string>((resolve) => socket.once('message', () => resolve('open')));
  socket.once('open', () => socket.send('{"type":"heartbeat"}'));
  return { first: await Promise.race([echoed, closed]), closed };
}

test('names the capability in the record of each brand', async () => {
  for (const brandName of [PRODUCT.slug, 'aurora'])
    expect((await callApi(backend, calls.brand, { path: { brandName } })).response?.liveTickets).toBe(true);
});

test('opens the stream once with a ticket, which ends with its session', async () => {
  const { token } = await newUser();
  const ticket = await ticketOf(token);
  // As the app sends it.
  const { first, closed } = await open(`token=${ticket}&ticket=${ticket}`);
  expect(first).toBe('open');
  // Without a reason, so that the client comes back with a new ticket.
  expect((await open(`ticket=${ticket}`)).first).toBe('1013 ');
  await callApi(backend, calls.logout, { token });
  expect(await closed).toBe(`4401 ${INVALID_USER}`);
});

test('refuses an unknown ticket, one that is 30 s old, and one of an ended session, without a logout', async () => {
  const { token } = await newUser();
  expect((await open('ticket=x')).first).toBe('1013 ');
  expect((await open(`ticket=x&token=${token}`)).first).toBe('1013 ');
  const old = await ticketOf(token);
  advanceClock(29);
  const recent = await ticketOf(token);
  advanceClock(1);
  expect((await open(`ticket=${old}`)).first).toBe('1013 ');
  expect((await open(`ticket=${recent}`)).first).toBe('open');
  const ended = await ticketOf(token);
  await callApi(backend, calls.logout, { token });
  expect((await open(`ticket=${ended}`)).first).toBe('1013 ');
  expect((await callApi(backend, calls.liveTicket, { token })).status).toBe(401);
});

test('admits one of several concurrent uses of a ticket', async () => {
  const { token } = await newUser();
  const ticket = await ticketOf(token);
  const uses = await Promise.all([1, 2, 3, 4].map(() => open(`ticket=${ticket}`)));
  expect(uses.map(({ first }) => first).sort()).toEqual(['1013 ', '1013 ', '1013 ', 'open']);
});

test('keeps the newest 30 unused tickets of a session, as hashes, and deletes expired ones', async () => {
  advanceClock(3600);
  await deleteExpired(backend.context);
  const { token } = await newUser();
  const other = await newUser();
  const kept = await ticketOf(other.token);
  const tickets: string[] = [];
  for (let i = 0; i < 32; i++) {
    tickets.push(await ticketOf(token));
    advanceClock(0.1);
  }
  const rows = await backend.context.db.select().from(liveTickets);
  expect(rows.filter(({ sessionHash }) => sessionHash === hashOf(token))).toHaveLength(30);
  expect(JSON.stringify(rows)).not.toContain(tickets.at(-1));
  expect((await open(`ticket=${tickets[0]}`)).first).toBe('1013 ');
  expect((await open(`ticket=${tickets.at(-1)}`)).first).toBe('open');
  expect((await open(`ticket=${kept}`)).first).toBe('open');
  await backend.context.db.delete(authTokens).where(eq(authTokens.hash, hashOf(token)));
  expect(await stored()).toBe(0);
  await ticketOf(other.token);
  advanceClock(31);
  await deleteExpired(backend.context);
  expect(await stored()).toBe(0);
});
