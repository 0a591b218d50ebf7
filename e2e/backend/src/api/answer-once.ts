/** A write's `Idempotency-Key`: the same key gets the same answer, however often and wherever it is sent again. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/database.ts';
import { idempotencyAnswers } from '../db/schema.ts';
import { Failure } from './failure.ts';

interface Write<T> {
  userId: number;
  key: string;
  /** What is asked: the same key with other content is refused by 409. */
  content: unknown;
  /** Does it. A failure that it throws settles nothing: the key may be used again. */
  answer: () => Promise<T>;
  /** What came of a write whose answer was lost with the process that did it. */
  recover: () => Promise<T>;
}

const WAIT_MS = 12_000;
const POLL_MS = 150;
/** Beyond a UUID or a hash nobody needs more. */
const LONGEST_KEY = 200;

/** The key that a call carries, or a new one where it carries none. 400 for one that is too long. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = String(request.headers['idempotency-key'] || randomUUID());
  if (key.length > LONGEST_KEY) throw new Failure(400, 'INVALID_IDEMPOTENCY_KEY');
  return key;
}

export async function answerOnce<T>(db: Db, write: Write<T>): Promise<T> {
  const { userId, key } = write;
  const contentHash = createHash('sha256').update(JSON.stringify(write.content)).digest('hex');
  const claimed = await db
    .insert(idempotencyAnswers)
    .values({ userId, key, contentHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyAnswers.key });
  const row = and(eq(idempotencyAnswers.userId, userId), eq(idempotencyAnswers.key, key));
  if (claimed.length === 0) return earlierAnswer(db, write, contentHash);
  try {
    const answer = await write.answer();
    await db.update(idempotencyAnswers).set({ answer, status: 200 }).where(row);
    return answer;
  } catch (error) {
    await db.delete(idempotencyAnswers).where(row);
    throw error;
  }
}

async function earlierAnswer<T>(db: Db, write: Write<T>, contentHash: string): Promise<T> {
  const row = and(eq(idempotencyAnswers.userId, write.userId), eq(idempotencyAnswers.key, write.key));
  for (let waited = 0; waited <= WAIT_MS; waited += POLL_MS) {
    const [earlier] = await db.select().from(idempotencyAnswers).where(row);
    // The first call failed and settled nothing: this one is the first now.
    if (!earlier) return answerOnce(db, write);
    if (earlier.contentHash !== contentHash) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    if (earlier.answer !== null) return earlier.answer as T;
    await wait(POLL_MS);
  }
  const answer = await write.recover();
  await db.update(idempotencyAnswers).set({ answer, status: 200 }).where(row);
  return answer;
}
