import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { sql } from 'drizzle-orm';
import Fastify, { LogController } from 'fastify';
import { registerErrorHandler } from './api/failure.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { logRequests, serializeError } from './logging.ts';
import { captureLog } from './testing/capture-log.ts';
import { type FreshDatabase, freshDatabase } from './testing/fresh-database.ts';

let fresh: FreshDatabase;
let database: Database;
const { logTo: stream, lines } = captureLog();
const app = Fastify({
  logger: { stream, serializers: { err: serializeError } },
  logController: new LogController({ disableRequestLogging: true }),
});

beforeAll(async () => {
  fresh = await freshDatabase();
  database = await openDatabase(fresh.options);
  logRequests(app);
  registerErrorHandler(app);
  app.get('/reset/:email', async () => ({}));
  app.get('/fails', async () => database.db.execute(sql`select * from nowhere where x = ${'segredo'}`));
});
afterAll(async () => {
  await app.close();
  await database.close();
  await fresh.drop();
});

test('logs a request by its route, without address, query or headers', async () => {
  await app.inject({ url: '/reset/ana@example.com?token=abc', headers: { authorization: 'Bearer xyz' } });
  expect(lines.join()).toContain('"route":"/reset/:email"');
  for (const secret of ['ana@example.com', 'abc', 'Bearer', 'xyz'])
    expect(lines.join()).not.toContain(secret);
});

test('logs a failed query without its parameters, and responds without details', async () => {
  const answer = await app.inject({ url: '/fails' });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ code: 'INTERNAL', message: 'Internal error' });
  expect(lines.join()).toContain('nowhere');
  expect(lines.join()).not.toContain('segredo');
});
