/** How sessions end: logout, maximum age, inactivity. */

import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, PRODUCT } from '@shared/contract';
import { INVALID_USER, liveProtocol } from '@shared/contract/live';
import { WebSocket } from 'ws';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { authTokens } from '../../../platform/database/schema.ts';
import { addUser, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { createCheckedClock } from '../../../testing/test-clock.ts';
import { hashOf, issueToken } from './tokens.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let backend: Backend;
let now = new Date('2026-03-02T15:00:00Z');
const clock = createCheckedClock(() => now);
const advanceClock = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const open: WebSocket[] = [];

beforeAll(async () => {
  backend = await startTestBackend({ clock });
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await backend.close();
});

const logOut = (token: string) => callApi(backend, calls.logout, { token });
const profileStatus = async (token: string) => (await callApi(backend, calls.userProfile, { token })).status;
const newSession = ({ id }: { id: number }) => issueToken(backend.context, id, now);

/** Opens a live socket. `ended` resolves with the reason of its close. */
async function connect(token: string) {
  const url = `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  open.push(socket);
  const ended = new Promise<string>((resolve) =>
    socket.once('close', (_code, reason) => resolve(String(reason))),
  );
  await new Promise((resolve) => socket.once('open', resolve));
  return { socket, ended };
}

async function lastUse(token: string) {
  const [row] = await backend.context.db
    .select({ lastUsedAt: authTokens.lastUsedAt })
    .from(authTokens)
    .where(eq(authTokens.hash, hashOf(token)));
  return row?.lastUsedAt;
}

test('refuses a token after its logout', async () => {
  const { token } = await addUser(backend, 'sai');
  expect(await profileStatus(token)).toBe(200);
  expect((await logOut(token)).status).toBe(204);
  expect(await profileStatus(token)).toBe(401);
});

test("keeps the user's other sessions and those of other users at a logout", async () => {
  const eva = await addUser(backend, 'eva');
  const other = await newSession(eva);
  const { token: neighbour } = await addUser(backend, 'vizinha');
  await logOut(eva.token);
  expect(await profileStatus(other)).toBe(200);
  expect(await profileStatus(neighbour)).toBe(200);
});

test('responds with 204 to a repeated logout, an unknown token and a guest', async () => {
  const { token } = await addUser(backend, 'duas-vezes');
  for (const bearer of [token, token, 'unknown']) expect((await logOut(bearer)).status).toBe(204);
  expect((await callApi(backend, calls.logout)).status).toBe(204);
});

test("closes only the session's own sockets at a logout", async () => {
  const ivo = await addUser(backend, 'ivo');
  const own = await connect(ivo.token);
  const other = await connect(await newSession(ivo));
  await logOut(ivo.token);
  expect(await own.ended).toBe(INVALID_USER);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
});

test('removes a push token before the session ends', async () => {
  const { token } = await addUser(backend, 'avisada');
  const body = { PushToken: 'device-1', Platform: 'web', IsLoggedIn: true, AppVersion: '1' };
  await callApi(backend, calls.addPushToken, { token, body });
  const path = { pushToken: body.PushToken };
  expect((await callApi(backend, calls.removePushToken, { token, path })).status).toBe(204);
  expect((await logOut(token)).status).toBe(204);
  expect((await callApi(backend, calls.removePushToken, { token, path })).status).toBe(401);
});

test('ends a session after 30 days without use', async () => {
  const { token } = await addUser(backend, 'parada');
  advanceClock(30 * DAY_MS - 1);
  expect(await profileStatus(token)).toBe(200);
  advanceClock(30 * DAY_MS);
  expect(await profileStatus(token)).toBe(401);
});

test('ends a session after 90 days although it is used', async () => {
  const { token } = await addUser(backend, 'ativa');
  for (let day = 10; day < 90; day += 10) {
    advanceClock(10 * DAY_MS);
    expect(await profileStatus(token)).toBe(200);
  }
  advanceClock(10 * DAY_MS);
  expect(await profileStatus(token)).toBe(401);
});

test('stores the last use at most once an hour', async () => {
  const { token } = await addUser(backend, 'assidua');
  const loggedInAt = now;
  advanceClock(HOUR_MS - 1);
  await profileStatus(token);
  expect(await lastUse(token)).toEqual(loggedInAt);
  advanceClock(1);
  await profileStatus(token);
  expect(await lastUse(token)).toEqual(now);
});

test('closes the live socket of a session that expires', async () => {
  const old = await addUser(backend, 'esquecida');
  const { ended } = await connect(old.token);
  advanceClock(31 * DAY_MS);
  const { socket } = await connect(await newSession(old));
  clock.runChecks();
  expect(await ended).toBe(INVALID_USER);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});
