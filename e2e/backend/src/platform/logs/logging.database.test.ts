import { afterAll, beforeAll, expect, test } from '@rstest/core';
import Fastify from 'fastify';
import { captureLog } from '../../testing/capture-log.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import { registerErrorHandler } from '../api/server.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { sql } from '../database/orm.ts';
import { systemRandomness } from '../randomness.ts';
import { identifyRequests, loggingOptions, logRequests } from './logging.ts';

let fresh: FreshDatabase;
let database: Database;
const { logTo: stream, lines } = captureLog();
const app = Fastify(loggingOptions({ logLevel: 'info', logTo: stream, randomness: systemRandomness }));
const entries = () => lines.map((line) => JSON.parse(line));

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.options);
  identifyRequests(app);
  logRequests(app);
  registerErrorHandler(app);
  app.get('/reset/:email', async () => ({}));
  app.post('/works', async ({ log }) => {
    await database.db.execute(sql`select 1`);
    app.log.info('from elsewhere');
    log.info('from the handler');
    return {};
  });
  app.get('/fails', async () => database.db.execute(sql`select * from nowhere where x = ${'segredo'}`));
});
afterAll(async () => {
  await app.close();
  await database.close();
  await fresh.drop();
});

test("logs a request's route, without its path, query or headers", async () => {
  // Not hexadecimal: a random request id could contain it.
  await app.inject({ url: '/reset/ana@example.com?token=uvw', headers: { authorization: 'Bearer xyz' } });
  expect(lines.join()).toContain('"route":"/reset/:email"');
  for (const secret of ['ana@example.com', 'uvw', 'Bearer', 'xyz'])
    expect(lines.join()).not.toContain(secret);
});

test('logs a failed query without its parameters, and responds without details', async () => {
  const response = await app.inject({ url: '/fails' });
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({ code: 'INTERNAL', message: 'Internal error' });
  expect(lines.join()).toContain('nowhere');
  expect(lines.join()).not.toContain('segredo');
});

test("logs all lines of a request with the proxy's request id, and returns it", async () => {
  lines.length = 0;
  const ids = ['7d1f0b5e9a3c4d2e8f60718293a4b5c6', '0193-abcd-EF_9'];
  const responses = await Promise.all(
    ids.map((id) =>
      app.inject({ method: 'POST', url: '/works', headers: { 'x-request-id': id }, payload: { a: 1 } }),
    ),
  );
  expect(responses.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  for (const id of ids)
    expect(entries().filter(({ requestId }) => requestId === id)).toMatchObject([
      { msg: 'from elsewhere' },
      { msg: 'from the handler' },
      { msg: 'request', status: 200 },
    ]);
});

test.each(['short', 'ana@example.com', 'a b c d e f g h', 'x'.repeat(65), ''])(
  'replaces the malformed request id %j',
  async (id) => {
    lines.length = 0;
    const { headers } = await app.inject({ method: 'POST', url: '/works', headers: { 'x-request-id': id } });
    const newId = headers['x-request-id'];
    expect(newId).toMatch(/^[0-9a-f-]{36}$/);
    expect(entries().map(({ requestId }) => requestId)).toEqual([newId, newId, newId]);
  },
);
