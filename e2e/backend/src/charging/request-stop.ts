/**
 * Asks charge points to stop charges. Some send a second StopTransaction, with a `meterStop` of 0, if they are asked
 * again while they stop, so the next request waits.
 */
import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { transactions } from '../db/schema.ts';
import type { Ask, Params } from '../ocpp/registry.ts';

type Context = Pick<BackendContext, 'db' | 'now'>;
type Row = typeof transactions.$inferSelect;

/** Below the 10 s that the app waits. */
const STOP_ANSWER_MS = 8000;
const AFTER_ACCEPTED_MS = 2 * 60_000;
/** After a refusal or no response, and longer than a request takes. */
const AFTER_FAILURE_MS = 10_000;

/**
 * Why requests are sent now. After a new connection all of them are due. After a boot those are due that weren't
 * accepted: a boot follows a new connection, and many charge points refuse requests before it.
 */
export type Occasion = 'connected' | 'booted' | 'routine';

/** Repeats the stop requests that are due. */
export async function stopWanted(
  context: Context,
  ask: Ask,
  chargePointIds: string[],
  occasion: Occasion = 'routine',
): Promise<void> {
  const { stopRetryAt } = transactions;
  const dueBefore = {
    connected: undefined,
    booted: after(context, AFTER_FAILURE_MS),
    routine: context.now(),
  }[occasion];
  const due = await claim(
    context,
    and(
      inArray(transactions.chargePointId, chargePointIds),
      isNull(transactions.stoppedAt),
      isNotNull(transactions.stopWantedAt),
      dueBefore && or(isNull(stopRetryAt), lte(stopRetryAt, dueBefore)),
    ),
  );
  await Promise.all(due.map((row) => send(context, ask, row)));
}

/** Asks at once. */
export async function requestStop(context: Context, ask: Ask, row: Row): Promise<Params | undefined> {
  await claim(context, eq(transactions.id, row.id));
  return send(context, ask, row);
}

/** Sets the wait before the request too, so that what happens meanwhile doesn't repeat it. Returns the charges. */
function claim(context: Context, which: SQL | undefined): Promise<Row[]> {
  const stopRetryAt = after(context, AFTER_FAILURE_MS);
  return context.db.update(transactions).set({ stopRetryAt }).where(which).returning();
}

async function send(context: Context, ask: Ask, { id, chargePointId }: Row): Promise<Params | undefined> {
  const reply = await ask(chargePointId, 'RemoteStopTransaction', { transactionId: id }, STOP_ANSWER_MS);
  const waitMs = reply?.status === 'Accepted' ? AFTER_ACCEPTED_MS : AFTER_FAILURE_MS;
  await context.db
    .update(transactions)
    .set({ stopRetryAt: after(context, waitMs) })
    .where(eq(transactions.id, id));
  return reply;
}

/** Returns how long ago the charge point accepted the last request; undefined if it didn't or if that may be too long ago. */
export function sinceAccepted({ now }: Pick<Context, 'now'>, { stopRetryAt }: Row): number | undefined {
  const waitMs = stopRetryAt ? stopRetryAt.getTime() - now().getTime() : 0;
  return waitMs > AFTER_FAILURE_MS ? AFTER_ACCEPTED_MS - waitMs : undefined;
}

const after = ({ now }: Pick<Context, 'now'>, ms: number) => new Date(now().getTime() + ms);
