/** A write that is repeated with the same `Idempotency-Key` returns the first response. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { wait } from '../clock.ts';
import type { PlatformContext } from '../context.ts';
import { and, eq, type Placeholder, sql } from '../database/orm.ts';
import { prepareOnce } from '../database/prepare-once.ts';
import { idempotencyResponses } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Randomness } from '../randomness.ts';

type Context = Pick<PlatformContext, 'db' | 'clock'>;

interface IdempotentWrite<T> {
  userId: number;
  key: string;
  /** The request's content; the same key with different content is rejected with 409. */
  content: unknown;
  /** Performs the write. If it throws, the key can be used again. */
  perform: () => Promise<T>;
  /**
   * Returns the result of an earlier write that stored no response in time, usually because its
   * process died.
   */
  recover: () => Promise<T>;
}

const WAIT_MS = 12_000;
const POLL_MS = 150;
/** In characters; leaves room for any UUID or hash. */
const MAX_KEY_LENGTH = 200;

/** Returns the request's `Idempotency-Key`, or a new one. Throws 400 if it is too long. */
export function idempotencyKeyOf(request: FastifyRequest, randomness: Randomness): string {
  const key = String(request.headers['idempotency-key'] || randomness.uuid());
  if (key.length > MAX_KEY_LENGTH) throw new Failure(400, 'INVALID_IDEMPOTENCY_KEY');
  return key;
}

const given = sql.placeholder;
const rowOf = (userId: number | Placeholder, key: string | Placeholder) =>
  and(eq(idempotencyResponses.userId, userId), eq(idempotencyResponses.key, key));

const claimStatement = prepareOnce((db) =>
  db
    .insert(idempotencyResponses)
    .values({
      userId: given('userId'),
      key: given('key'),
      contentHash: given('contentHash'),
      createdAt: given('now'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyResponses.key })
    .prepare('claim_key'),
);

const storeStatement = prepareOnce((db) =>
  db
    .update(idempotencyResponses)
    .set({ response: sql`${given('response')}::jsonb` })
    .where(rowOf(given('userId'), given('key')))
    .prepare('store_response'),
);

/** @param waitMs how long to wait for the response to an earlier copy of the request */
export async function runOnce<T>(context: Context, write: IdempotentWrite<T>, waitMs = WAIT_MS): Promise<T> {
  const { db, clock } = context;
  const { userId, key } = write;
  const contentHash = createHash('sha256').update(JSON.stringify(write.content)).digest('hex');
  const claimed = await claimStatement(db).execute({ userId, key, contentHash, now: clock.now() });
  if (claimed.length === 0) return waitForEarlierResponse(context, write, contentHash, waitMs);
  try {
    const response = await write.perform();
    await storeStatement(db).execute({ userId, key, response: JSON.stringify(response) });
    return response;
  } catch (error) {
    await db.delete(idempotencyResponses).where(rowOf(userId, key));
    throw error;
  }
}

async function waitForEarlierResponse<T>(
  context: Context,
  write: IdempotentWrite<T>,
  contentHash: string,
  waitMs: number,
): Promise<T> {
  const { db, clock } = context;
  const row = rowOf(write.userId, write.key);
  // A deadline instead of a poll count, because a query may be slow.
  const deadline = clock.elapsed() + waitMs;
  while (clock.elapsed() < deadline) {
    const [earlier] = await db.select().from(idempotencyResponses).where(row);
    // The first request failed and released the key, so this one takes its place.
    if (!earlier) return runOnce(context, write, waitMs);
    if (earlier.contentHash !== contentHash) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    if (earlier.response !== null) return earlier.response as T;
    await wait(clock, POLL_MS);
  }
  const response = await write.recover();
  await db.update(idempotencyResponses).set({ response }).where(row);
  return response;
}
