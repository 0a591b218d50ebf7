import { and, desc, eq } from '../../platform/database/orm.ts';
import { startAttempts, transactions } from '../../platform/database/schema.ts';
import type { Authorization, ChargeHandlers } from '../charge-points/charge-handlers.ts';
import { remoteStartIdOf } from '../charge-points/ocpp201/authorization.ts';
import { acceptsUnknown, carIdentifierOf, findTag, groupOf, isAttemptTag } from '../tags/id-tag.ts';
import { refusalOf } from '../tags/refusal.ts';
import { noteSeenCar } from '../tags/seen-cars.ts';
import { isWanted } from './attempts.ts';
import { amendStart, beginCharge } from './begin-charge.ts';
import type { ChargingContext } from './context.ts';
import { costAt } from './cover-cost.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { recordPresence } from './record-periods.ts';
import { reportCopy } from './report-copy.ts';
import { sendDueStops } from './request-stop.ts';
import { handleStatusNotification } from './status-notification.ts';

/** Returns what the messages and connections of charge points do to charges. */
export function createChargeHandlers(context: ChargingContext): ChargeHandlers {
  return {
    authorize: (id, idTag) => authorize(context, id, idTag),
    handleStatus: (id, message) => handleStatusNotification(context, id, message),
    tagOfRemoteStart: (id, remoteStartId) => tagOfRemoteStart(context, id, remoteStartId),
    connectorOf: (id, idTag) => connectorOf(context, id, idTag),
    beginCharge: (id, message) => beginCharge(context, id, message),
    amendStart: (charge, start) => amendStart(context, charge, start),
    meterCharge: (id, message, requestStatus) => meterCharge(context, id, message, requestStatus),
    endCharge: (id, message) => endCharge(context, id, message),
    costOf: (transactionId) => costOf(context, transactionId),
    sendDueStops: (...args) => sendDueStops(context, ...args),
    recordPresence: (tx, ...args) => recordPresence({ ...context, db: tx }, ...args),
  };
}

async function connectorOf({ db }: ChargingContext, chargePointId: string, idTag: string) {
  const [attempt] = await db
    .select({ connectorId: startAttempts.connectorId })
    .from(startAttempts)
    .where(and(isAttemptTag(idTag), eq(startAttempts.chargePointId, chargePointId)));
  return attempt?.connectorId;
}

/** Starts of a charge point among which that of a request is found. */
const RECENT_STARTS = 50;

async function tagOfRemoteStart({ db }: ChargingContext, chargePointId: string, remoteStartId: number) {
  const recent = await db
    .select({ idTag: startAttempts.idTag })
    .from(startAttempts)
    .where(eq(startAttempts.chargePointId, chargePointId))
    .orderBy(desc(startAttempts.createdAt))
    .limit(RECENT_STARTS);
  return recent.find(({ idTag }) => remoteStartIdOf(idTag) === remoteStartId)?.idTag;
}

const INVALID: Authorization = { verdict: 'Invalid' };

async function authorize(
  context: ChargingContext,
  chargePointId: string,
  idTag: string,
): Promise<Authorization> {
  const { db, now, options } = context;
  const found = await findTag(db, idTag, now());
  if (found) {
    const refusal = await refusalOf(db, found, chargePointId, { at: now(), now: now() });
    // Most charge points ask first, and begin no charge then.
    if (refusal?.copied) await reportCopy(context, db, refusal.copied);
    // 'ConcurrentTx' is for a start only (OCPP 1.6 §7.2).
    if (refusal) return refusal.verdict === 'ConcurrentTx' ? INVALID : { verdict: refusal.verdict };
    return {
      verdict: 'Accepted',
      groupId: found.userId === null ? undefined : groupOf(context, found.userId),
      validUntil: found.validUntil ?? undefined,
    };
  }
  const [attempt] = await db.select().from(startAttempts).where(isAttemptTag(idTag));
  if (attempt) {
    const isAccepted = attempt.status === 'started' || isWanted(attempt, now());
    return isAccepted ? { verdict: 'Accepted', groupId: groupOf(context, attempt.userId) } : INVALID;
  }
  const car = carIdentifierOf(idTag);
  if (car !== undefined) await noteSeenCar(db, chargePointId, car, now());
  return acceptsUnknown(options, idTag) ? { verdict: 'Accepted' } : INVALID;
}

async function costOf({ db, now }: ChargingContext, transactionId: number): Promise<number | undefined> {
  const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
  return row?.billCents ?? (row && costAt(row, now()));
}
