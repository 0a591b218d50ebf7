/**
 * A backend for tests: on PGlite in memory, or on its own database of the server that
 * `DATABASE_URL` names.
 */
import { startEmulator } from '@e2e/payments';
import { readErrorBody } from '@shared/contract';
import type * as z from 'zod/mini';
import { HANG_MS } from '../../../run/hang-limit.ts';
import { type Backend, createBackend } from '../app.ts';
import type { BackendOptions } from '../context.ts';
import { demoEmails } from '../demo/seed/people.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import type { AnyCall } from '../platform/api/route.ts';
import { users } from '../platform/database/schema.ts';
import { publishedLog } from './capture-log.ts';
import { freshDatabase } from './fresh-database.ts';

export interface CallOptions {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  token?: string;
  brandId?: number;
  headers?: Record<string, string>;
}

/** Cheap, since tests log in often. */
const PASSWORD_COST = { N: 16, r: 1, p: 1 };

/**
 * Limits that charge points and clients keep even on a slow machine, and intervals so long that no
 * periodic check changes what a test has prepared.
 */
export const LONG_LIMITS = {
  startTimeoutMs: HANG_MS,
  commandTimeoutMs: HANG_MS,
  checkMs: HANG_MS,
  judgeMs: HANG_MS,
  shareMs: HANG_MS,
  requestMs: HANG_MS,
  callMs: HANG_MS,
  handshakeMs: HANG_MS,
  renderMs: HANG_MS,
  viewMs: HANG_MS,
  geocoderMs: HANG_MS,
  leaseMs: HANG_MS,
  moveMs: HANG_MS,
  databaseMs: HANG_MS,
};

/**
 * Starts a backend on its own database, which `close` drops, unless the options name a database. A
 * sandbox gets an emulator of the payment providers.
 */
export async function startTestBackend(options: Partial<BackendOptions> = {}): Promise<Backend> {
  const log = { logTo: publishedLog(), logLevel: 'info' };
  const emulator = options.sandbox
    ? await startEmulator(options.clock && { now: options.clock.now })
    : undefined;
  const backendOptions = { passwordCost: PASSWORD_COST, ...LONG_LIMITS, ...log, emulator, ...options };
  const isNamed = options.databaseUrl || options.dataDir || options.image;
  const database = isNamed ? undefined : await freshDatabase();
  const backend = await createBackend({ ...database?.options, ...backendOptions });
  emulator?.sendNoticesTo(backend.url);
  return {
    ...backend,
    async close() {
      await backend.close();
      await emulator?.close();
      await database?.drop();
    },
  };
}

/** Runs `task` with changed options, such as a short limit for a charge point that never replies. */
export async function withOptions<T>(
  { context }: Pick<Backend, 'context'>,
  changes: Partial<BackendOptions>,
  task: () => Promise<T>,
): Promise<T> {
  const { options } = context;
  const initial = { ...options };
  Object.assign(options, changes);
  try {
    return await task();
  } finally {
    Object.assign(options, initial);
  }
}

/**
 * Makes a call of the contract and parses the response; `response` is set on success only, `code`
 * on failure only.
 */
export async function callApi<C extends AnyCall>(
  backend: Pick<Backend, 'url'>,
  call: C,
  options: CallOptions = {},
) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(options.path?.[name] ?? ''),
  );
  const url = new URL(`${backend.url}/v1/api${path}`);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, String(value));
  const received = await fetch(url, {
    method: call.method,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.brandId === undefined ? {} : { 'x-brand-id': String(options.brandId) }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });
  const text = await received.text();
  if (!received.ok) return { status: received.status, code: readErrorBody(text).code };
  const response = call.response.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['response']>;
  return { status: received.status, code: '', response };
}

/** Returns ids and tokens of the demo's users, by name. */
export async function demoTokens({ context }: Backend) {
  const rows = await context.db.select({ id: users.id, email: users.email }).from(users);
  const tokenOf = async (email: string) => {
    const user = rows.find((row) => row.email === email);
    if (!user) throw new Error(`the demo has no ${email}`);
    return { id: user.id, token: await issueToken(context, user.id, context.now()) };
  };
  return {
    ana: await tokenOf(demoEmails.ana),
    bruno: await tokenOf(demoEmails.bruno),
    valet: await tokenOf(demoEmails.valet),
  };
}

/**
 * Adds a user of the default brand, with an empty wallet and no password, and returns its id and a
 * token.
 */
export async function addUser({ context }: Backend, name: string) {
  const [user] = await context.db
    .insert(users)
    .values({ brandId: 1, email: `${name}@example.com`, name })
    .returning({ id: users.id });
  if (!user) throw new Error('no user was written');
  return { id: user.id, token: await issueToken(context, user.id, context.now()) };
}
