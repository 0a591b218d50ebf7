import { createHash } from 'node:crypto';
import type { PlatformContext } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import {
  and,
  eq,
  gt,
  inArray,
  lte,
  notInArray,
  type Placeholder,
  sql,
} from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { keepNewest } from '../../../platform/database/rows.ts';
import { authTokens, brands, users } from '../../../platform/database/schema.ts';
import { MAX_KEPT } from '../../../platform/limits/limits.ts';
import type { Randomness } from '../../../platform/randomness.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../platform/time.ts';
import { parseEmail } from './account-rules.ts';

/** A session ends this long after its login, however much it is used. */
const MAX_AGE_MS = 90 * DAY_MS;
/** A session ends after this long without use. */
const MAX_IDLE_MS = 30 * DAY_MS;
/** The last use is stored at most this often, so that not every read becomes a write. */
const USE_STORED_EVERY_MS = HOUR_MS;

/** Returns a token of 256 random bits. */
export const makeToken = (randomness: Randomness) => randomness.bytes(32).toString('base64url');
/** Returns the form in which a token is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Creates a session and returns its token. Only the hash is stored. Ends the least recently used
 * session of an account that has too many.
 */
export async function issueToken(
  { db, randomness }: Pick<PlatformContext, 'db' | 'randomness'>,
  userId: number,
  now: Date,
): Promise<string> {
  await keepNewest(db, {
    id: authTokens.hash,
    newest: authTokens.lastUsedAt,
    which: eq(authTokens.userId, userId),
    count: MAX_KEPT.sessions - 1,
  });
  const token = makeToken(randomness);
  const expiresAt = addMs(now, MAX_AGE_MS);
  await db
    .insert(authTokens)
    .values({ hash: hashOf(token), userId, createdAt: now, lastUsedAt: now, expiresAt });
  return token;
}

/** Condition on `authTokens`: neither expired nor idle for too long. */
const isValid = (now: Date | Placeholder, idleSince: Date | Placeholder) =>
  and(gt(authTokens.expiresAt, now), gt(authTokens.lastUsedAt, idleSince));
const idleSinceAt = (now: Date) => addMs(now, -MAX_IDLE_MS);

/** Prepared: every call with a session runs it. */
const sessionStatement = prepareOnce((db) =>
  db
    .select({ user: users, lastUsedAt: authTokens.lastUsedAt })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .where(
      and(
        eq(authTokens.hash, sql.placeholder('hash')),
        isValid(sql.placeholder('now'), sql.placeholder('idleSince')),
      ),
    )
    .prepare('session'),
);

/**
 * Returns the user of a session and records its use; undefined for an unknown or expired token.
 * @param hash of the token
 */
export async function userOfSession(db: Db, hash: string, now: Date) {
  const [found] = await sessionStatement(db).execute({ hash, now, idleSince: idleSinceAt(now) });
  if (!found) return undefined;
  const storedBefore = addMs(now, -USE_STORED_EVERY_MS);
  if (found.lastUsedAt <= storedBefore)
    await db
      .update(authTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(authTokens.hash, hash), lte(authTokens.lastUsedAt, storedBefore)));
  return found.user;
}

/** Returns which of these tokens are still valid, by their hashes. */
export async function validHashes(db: Db, hashes: string[], now: Date): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .select({ hash: authTokens.hash })
    .from(authTokens)
    .where(and(inArray(authTokens.hash, hashes), isValid(now, idleSinceAt(now))));
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Ends one session. Returns the id of its user, or undefined if there is no such session. That of a
 * charge without an account goes on: it is the only key to a charge that may run, and to its receipt.
 */
export async function revokeToken(db: Db, token: string): Promise<number | undefined> {
  const guests = db.select({ id: users.id }).from(users).where(eq(users.isGuest, true));
  const [ended] = await db
    .delete(authTokens)
    .where(and(eq(authTokens.hash, hashOf(token)), notInArray(authTokens.userId, guests)))
    .returning({ userId: authTokens.userId });
  return ended?.userId;
}

export async function tokenHashes(db: Db, userId: number): Promise<Set<string>> {
  const rows = await db
    .select({ hash: authTokens.hash })
    .from(authTokens)
    .where(eq(authTokens.userId, userId));
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Ends every session of a user, and returns their hashes. Publish `sessionsEnded` afterwards to close
 * their sockets at once.
 */
export const revokeTokens = (db: Db, userId: number) =>
  db.delete(authTokens).where(eq(authTokens.userId, userId)).returning({ hash: authTokens.hash });

/**
 * Ends all sessions of the accounts with an e-mail address, or of one brand's account. Their live
 * sockets close within a minute.
 * @returns how many sessions ended, or undefined if there is no such account
 */
export async function endSessions(db: Db, email: string, brandSlug?: string): Promise<number | undefined> {
  const accounts = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(
      and(
        eq(users.email, parseEmail(email) ?? ''),
        brandSlug === undefined ? undefined : eq(brands.slug, brandSlug),
      ),
    );
  if (accounts.length === 0) return undefined;
  const ids = accounts.map(({ id }) => id);
  const ended = await db.delete(authTokens).where(inArray(authTokens.userId, ids)).returning();
  return ended.length;
}
