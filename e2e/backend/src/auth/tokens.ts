import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { authTokens, users } from '../db/schema.ts';

const DAYS = 90;

/** A token for someone to hold: 256 random bits. */
export const makeToken = () => randomBytes(32).toString('base64url');
/** What is stored of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a token for a user. Only its hash is stored. */
export async function issueToken(db: Db, userId: number, now: Date): Promise<string> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + DAYS * 86_400_000);
  await db.insert(authTokens).values({ hash: hashOf(token), userId, createdAt: now, expiresAt });
  return token;
}

/** The user whom a token stands for, or undefined where it is unknown or expired. */
export async function userOfToken(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({ user: users })
    .from(authTokens)
    .innerJoin(users, eq(users.id, authTokens.userId))
    .where(and(eq(authTokens.hash, hashOf(token)), gt(authTokens.expiresAt, now)));
  return found?.user;
}

/** The hashes of the tokens that still stand for a user. */
export async function tokenHashes(db: Db, userId: number): Promise<Set<string>> {
  const rows = await db
    .select({ hash: authTokens.hash })
    .from(authTokens)
    .where(eq(authTokens.userId, userId));
  return new Set(rows.map(({ hash }) => hash));
}

/** Ends every session of a user. Their sockets are told by `publishSessionsEnded`. */
export async function revokeTokens(db: Db, userId: number): Promise<void> {
  await db.delete(authTokens).where(eq(authTokens.userId, userId));
}
