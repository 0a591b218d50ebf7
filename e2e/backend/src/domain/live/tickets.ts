/** `POST /UserMessagesTicket`: a ticket that opens the live stream once, instead of the session's token. */
import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import { keepNewest } from '../../platform/database/rows.ts';
import { liveTickets } from '../../platform/database/schema.ts';
import { addMs, SECOND_MS } from '../../platform/time.ts';
import { sessionHashOf } from '../people/auth/session.ts';
import { hashOf, makeToken } from '../people/auth/tokens.ts';
import { lockSession } from '../people/auth/user-lock.ts';
import { userRoute } from '../people/auth/user-route.ts';
import type { LiveContext } from './context.ts';

const LIFETIME_MS = 30 * SECOND_MS;
/** Unused tickets of a session: more than it has tabs. A new one replaces the oldest. */
const MAX_UNUSED = 30;

export function registerLiveTickets(app: FastifyInstance, context: LiveContext): void {
  const { db, now, randomness } = context;
  userRoute(app, context, calls.liveTicket, async ({ request }) => {
    const ticket = makeToken(randomness);
    const sessionHash = sessionHashOf(request);
    await db.transaction(async (tx) => {
      await lockSession(tx, sessionHash);
      const expiresAt = addMs(now(), LIFETIME_MS);
      await tx.insert(liveTickets).values({ hash: hashOf(ticket), sessionHash, expiresAt });
      await keepNewest(tx, {
        id: liveTickets.hash,
        newest: liveTickets.expiresAt,
        which: eq(liveTickets.sessionHash, sessionHash),
        count: MAX_UNUSED,
      });
    });
    return { ticket };
  });
}

/** Uses up a ticket. Returns the hash of its session's token; undefined if it is unknown, used or expired. */
export async function takeTicket(db: Db, ticket: string, now: Date): Promise<string | undefined> {
  const [taken] = await db
    .delete(liveTickets)
    .where(eq(liveTickets.hash, hashOf(ticket)))
    .returning();
  return taken && now < taken.expiresAt ? taken.sessionHash : undefined;
}
