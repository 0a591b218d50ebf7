/** Deletes expired rows, so that the database doesn't grow forever. */

import type { PgTable } from 'drizzle-orm/pg-core';
import { SEEN_KEPT_MS } from '../domain/tags/seen-cars.ts';
import type { PlatformContext } from '../platform/context.ts';
import type { Db } from '../platform/database/database.ts';
import { and, getTableName, isNotNull, lt, type SQL, sql } from '../platform/database/orm.ts';
import {
  authTokens,
  chargePointReports,
  guestCharges,
  idempotencyResponses,
  idTags,
  liveTickets,
  mailTokens,
  notices,
  rateLimits,
  remoteCounts,
  seenCars,
  signedMeterValues,
  stationTransactions,
} from '../platform/database/schema.ts';
import { addMs, DAY_MS } from '../platform/time.ts';
import { COUNTS_KEPT_MS } from '../remotes/counts.ts';

/**
 * The app retries a write with its key for ten minutes (`writeOnce` of `shared/client`); thirty
 * days allow for other clients. A repeated top-up or start is found even later, by the key in its
 * order or attempt, and those rows stay.
 */
const RESPONSE_KEPT_MS = 30 * DAY_MS;
/** A sent notice is kept while its charge may run, so that it isn't sent again. */
const NOTICE_KEPT_MS = 90 * DAY_MS;
/** The e-mail of a charge without an account is for its receipt. */
const GUEST_EMAIL_KEPT_MS = 90 * DAY_MS;
/** As long as a charge point may be offline before it reports a charge. */
const OFFLINE_KEPT_MS = 30 * DAY_MS;
/** Messages of vendors may contain personal data. */
const REPORT_KEPT_MS = 90 * DAY_MS;
/** Longer than a card payment can be disputed. */
const SIGNED_KEPT_MS = 730 * DAY_MS;
/** Rows per statement, which limits how long other writes have to wait. */
const BATCH = 500;

/** Deletes expired rows; stops once `stopped` aborts. A failing table doesn't block the others. */
export async function deleteExpired(
  { db, now, log }: Pick<PlatformContext, 'db' | 'now' | 'log'>,
  stopped?: AbortSignal,
  batch = BATCH,
): Promise<void> {
  const at = now();
  const expired: [PgTable, SQL][] = [
    [authTokens, lt(authTokens.expiresAt, at)],
    [mailTokens, lt(mailTokens.expiresAt, at)],
    [liveTickets, lt(liveTickets.expiresAt, at)],
    [seenCars, lt(seenCars.seenAt, addMs(at, -SEEN_KEPT_MS))],
    [rateLimits, lt(rateLimits.resetsAt, at)],
    [notices, lt(notices.createdAt, addMs(at, -NOTICE_KEPT_MS))],
    [chargePointReports, lt(chargePointReports.receivedAt, addMs(at, -REPORT_KEPT_MS))],
    [signedMeterValues, lt(signedMeterValues.receivedAt, addMs(at, -SIGNED_KEPT_MS))],
    [remoteCounts, lt(remoteCounts.hour, addMs(at, -COUNTS_KEPT_MS))],
    [stationTransactions, lt(stationTransactions.updatedAt, addMs(at, -OFFLINE_KEPT_MS))],
    [idTags, lt(idTags.endedAt, addMs(at, -OFFLINE_KEPT_MS))],
    [idempotencyResponses, lt(idempotencyResponses.createdAt, addMs(at, -RESPONSE_KEPT_MS))],
  ];
  const isOldGuest = and(
    isNotNull(guestCharges.email),
    lt(guestCharges.createdAt, addMs(at, -GUEST_EMAIL_KEPT_MS)),
  );
  await db
    .update(guestCharges)
    .set({ email: null })
    .where(isOldGuest)
    .catch((error: unknown) => log.error({ err: error }, "guests' e-mails could not be deleted"));
  for (const [table, isExpired] of expired) {
    try {
      while (!stopped?.aborted && (await deleteSome(db, table, isExpired, batch)) === batch);
    } catch (error) {
      log.error({ err: error, table: getTableName(table) }, 'expired rows could not be deleted');
    }
  }
}

/** Deletes up to `batch` rows and returns their number. A row that is renewed meanwhile stays. */
async function deleteSome(db: Db, table: PgTable, isExpired: SQL, batch: number): Promise<number> {
  const isInBatch = sql`ctid in (select ctid from ${table} where ${isExpired} limit ${batch})`;
  const deleted = await db.delete(table).where(and(isExpired, isInBatch)).returning({ one: sql`1` });
  return deleted.length;
}
