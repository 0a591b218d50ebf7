/** A write's `Idempotency-Key`: the same key gets the same answer, however often and wherever it is sent again. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteAnswer } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import { Failure } from '../api/failure.ts';
import type { Db } from '../db/database.ts';
import { idempotencyAnswers } from '../db/schema.ts';

interface Write {
  userId: number;
  key: string;
  /** What is asked: the same key with other content is refused by 409. */
  content: unknown;
  /** Does it. A failure that it throws settles nothing: the key may be used again. */
  answer: () => Promise<RemoteAnswer>;
  /** What came of a write whose answer was lost with the process that did it. */
  recover: () => Promise<RemoteAnswer>;
}

const WAIT_MS = 12_000;
const POLL_MS = 150;

export async function answerOnce(db: Db, write: Write): Promise<RemoteAnswer> {
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

async function earlierAnswer(db: Db, write: Write, contentHash: string): Promise<RemoteAnswer> {
  const row = and(eq(idempotencyAnswers.userId, write.userId), eq(idempotencyAnswers.key, write.key));
  for (let waited = 0; waited <= WAIT_MS; waited += POLL_MS) {
    const [earlier] = await db.select().from(idempotencyAnswers).where(row);
    if (!earlier) throw new Failure(409, 'IDEMPOTENCY_KEY_FREE', 'The first call failed; send it again');
    if (earlier.contentHash !== contentHash) throw new Failure(409, 'IDEMPOTENCY_KEY_REUSED');
    if (earlier.answer !== null) return earlier.answer as RemoteAnswer;
    await wait(POLL_MS);
  }
  const answer = await write.recover();
  await db.update(idempotencyAnswers).set({ answer, status: 200 }).where(row);
  return answer;
}
