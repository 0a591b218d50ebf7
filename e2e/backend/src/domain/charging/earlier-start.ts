/** Finds the charge of a start that a charge point has repeated. */
import type { Db } from '../../platform/database/database.ts';
import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { isAt, ONE_ROW } from '../../platform/database/rows.ts';
import { transactions } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { StartTransaction } from '../charge-points/charge-messages.ts';
import { isTag } from '../tags/id-tag.ts';
import { readEnergyLimit } from './meter-reader.ts';
import { isReplayable } from './start-time.ts';

/** A charge point repeats an unconfirmed start by card within this time. */
const REPETITION_MS = 5 * MINUTE_MS;

const given = sql.placeholder;

/**
 * Makes a copy of a start wait for the first one, which another instance may be storing. Must
 * precede all other locks.
 */
export const lockStarts = (tx: Db, chargePointId: string) =>
  lockStatement(tx).execute({ name: `start ${chargePointId}` });
const lockStatement = prepareOnce((db) =>
  db
    .select({ locked: sql`pg_advisory_xact_lock(hashtextextended(${given('name')}, 0))` })
    .from(ONE_ROW)
    .prepare('lock_starts'),
);

/** Returns the statement that finds charges of which a start may be a copy; see `findSame`. */
const sameStatement = (name: string, isReplay: boolean) =>
  prepareOnce((db) => {
    const { chargePointStartedAt, meterStartWh, meterStopWh, stoppedAt, attemptId } = transactions;
    const isWithin = (from: string, to: string) =>
      and(gt(chargePointStartedAt, given(from)), lt(chargePointStartedAt, given(to)));
    const hasSameTime = isWithin('justBefore', 'justAfter');
    const isOfAttempt = and(isNull(stoppedAt), isNotNull(attemptId));
    // A much later start by the same card is another charge.
    const mayRepeat = and(isNull(stoppedAt), isWithin('before', 'after'));
    // The time needn't match if it is missing or implausible: the charge point's clock may have been
    // set since.
    const isOpen = isReplay ? mayRepeat : isNull(stoppedAt);
    const runs = or(mayRepeat, isReplay ? and(hasSameTime, gt(meterStopWh, given('meterStart'))) : undefined);
    return db
      .select()
      .from(transactions)
      .where(
        and(
          isAt(transactions, { chargePointId: given('chargePointId'), connectorId: given('connectorId') }),
          isTag(transactions.idTag, given('idTag')),
          or(
            isOfAttempt,
            and(eq(meterStartWh, given('meterStart')), or(hasSameTime, isOpen)),
            and(lte(meterStartWh, given('meterStart')), runs),
          ),
        ),
      )
      .prepare(name);
  });
const SAME = {
  replayable: sameStatement('same_start', true),
  undated: sameStatement('same_undated_start', false),
};

/**
 * Returns the charge of an earlier copy of a start. Some charge points repeat it without the
 * fraction of a second, or with the time and the register of the repetition. An attempt's tag is
 * unique, so a lower register may be misread.
 */
export async function findSame(tx: Db, chargePointId: string, message: StartTransaction, now: Date) {
  const { connectorId, idTag, meterStart, timestamp, undated, stationTransactionId } = message;
  if (stationTransactionId !== undefined) {
    const isSame = eq(transactions.stationTransactionId, stationTransactionId);
    const isHere = eq(transactions.chargePointId, chargePointId);
    return (await tx.select().from(transactions).where(and(isHere, isSame)))[0];
  }
  const statement = isReplayable(timestamp, now) && !undated ? SAME.replayable : SAME.undated;
  const found = await statement(tx).execute({
    chargePointId,
    connectorId,
    idTag,
    meterStart,
    justBefore: addMs(timestamp, -SECOND_MS),
    justAfter: addMs(timestamp, SECOND_MS),
    before: addMs(timestamp, -REPETITION_MS),
    after: addMs(timestamp, REPETITION_MS),
  });
  for (const row of found) {
    // Beyond what the charge can have taken so far, the register belongs to another charge.
    const takenWh = meterStart - row.meterStartWh;
    if (takenWh === 0 || takenWh <= (await readEnergyLimit(tx, row, now))) return row;
  }
  return undefined;
}
