/**
 * Handles TransactionEvent. The charge point numbers these transactions itself. A transaction may
 * begin before anybody is authorized, and its events may be lost, repeated or late: what they show
 * together is stored (`transaction-state.ts`), and the charge is brought into agreement with it.
 */
import type { Db } from '../../../platform/database/database.ts';
import { and, eq, isNull, lte } from '../../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../../platform/database/rows.ts';
import {
  type StationTransactionState,
  stationTransactions,
  type TransactionRow,
  transactions,
} from '../../../platform/database/schema.ts';
import { addLogFields } from '../../../platform/logs/log-fields.ts';
import { addMs, MINUTE_MS } from '../../../platform/time.ts';
import type { HandlerOptions, Params, SendCall } from '../calls.ts';
import type { Authorization } from '../charge-handlers.ts';
import { UNSTORED_ID } from '../charge-messages.ts';
import type { ChargePointsContext } from '../context.ts';
import { addConnector } from '../register-charge-point.ts';
import type { Sample, SignedValue } from '../samples.ts';
import { tokenInfoOf } from './authorization.ts';
import { connectorAt, evseOf, readConnectors } from './evses.ts';
import { reportChargingState } from './report-status.ts';
import { createCostDisplay } from './show-cost.ts';
import { readTransactionEvent, type TransactionEvent } from './transaction-event.ts';
import {
  addEvent,
  authorizedAt,
  isComplete,
  isNewest,
  NOTHING_SEEN,
  startRegister,
} from './transaction-state.ts';

/** How long the end of a charge waits for events that should have come before it. */
const MISSING_MS = 2 * MINUTE_MS;
/** How long it waits at most, while the charge point says that it has more of them. */
const MAX_MISSING_MS = 60 * MINUTE_MS;
const TIMEOUT_MS = 5000;

type Context = Pick<ChargePointsContext, 'db' | 'now' | 'charges' | 'log'>;

export function createTransactionEventHandler(context: Context, options: HandlerOptions) {
  const { charges, db, now } = context;
  const { sendCall, runAfterResponse, visitor, logProtocolError } = options;
  const showCost = createCostDisplay(context, sendCall);

  return async (chargePointId: string, params: Params): Promise<Params> => {
    const receivedAt = now();
    const event = readTransactionEvent(params, receivedAt);
    if (!event) {
      logProtocolError('transaction event without id');
      return {};
    }
    if (visitor && event.evse) await addConnector(db, chargePointId, event.evse.id);
    const { state, endDueAt } = await store(db, chargePointId, event, params, receivedAt);
    const isEnding = event.kind === 'Ended' && isComplete(state, event.seqNo);
    const { row, authorization, connectorId, mustStop } = await applyEvents(
      context,
      chargePointId,
      state,
      event,
      isEnding,
    );
    if (event.kind !== 'Ended' && state.ended && (endDueAt === null || isComplete(state, state.ended.seqNo)))
      await endStored(context, chargePointId, event.transactionId, state);
    addLogFields({ transactionId: row?.id });
    if (connectorId === undefined) logProtocolError('unknown connector');
    else if (isNewest(state, event))
      await reportChargingState(context, { chargePointId, connectorId }, event, row !== undefined);
    const stop = { transactionId: event.transactionId };
    if (mustStop && row) runAfterResponse(() => charges.sendDueStops(sendCall, [chargePointId]));
    // Without a charge, the request isn't stored: the next event repeats it.
    if (mustStop && !row)
      runAfterResponse(() => sendCall(chargePointId, 'RemoteStopTransaction', stop, TIMEOUT_MS));
    const totalCost = isEnding && row ? await charges.costOf(row.id) : undefined;
    if (row && !isOver(state, event))
      runAfterResponse(() => showCost(chargePointId, event.transactionId, row.id));
    return {
      // In the currency of the charge point's settings (`configure.ts`).
      ...(totalCost !== undefined && { totalCost: totalCost / 100 }),
      ...(event.idTag !== undefined && {
        idTokenInfo: tokenInfoOf(authorization ?? (await authorize(event.idTag)), now()),
      }),
    };

    async function authorize(idTag: string): Promise<Authorization> {
      return connectorId === undefined ? { verdict: 'Invalid' } : charges.authorize(chargePointId, idTag);
    }
  };
}

/** Adds an event to what is known of its transaction. */
function store(db: Db, chargePointId: string, event: TransactionEvent, params: Params, receivedAt: Date) {
  const { transactionId: id } = event;
  const isMeant = isThis(chargePointId, id);
  return db.transaction(async (tx) => {
    await tx
      .insert(stationTransactions)
      .values({ chargePointId, id, state: NOTHING_SEEN, updatedAt: receivedAt })
      .onConflictDoNothing();
    const [known] = await tx.select().from(stationTransactions).where(isMeant).for('update');
    const state = addEvent(known?.state ?? NOTHING_SEEN, event, params, receivedAt);
    const isEarlyEnd = state.ended !== undefined && known?.state.ended === undefined;
    const endDueAt = isEarlyEnd ? addMs(receivedAt, MISSING_MS) : undefined;
    await tx.update(stationTransactions).set({ state, endDueAt, updatedAt: receivedAt }).where(isMeant);
    return { state, endDueAt: endDueAt ?? known?.endDueAt ?? null };
  });
}

interface Applied {
  row: TransactionRow | undefined;
  /** Of the charge's token, if the charge has begun now or the event requests it. */
  authorization: Authorization | undefined;
  /** Undefined if it isn't known. */
  connectorId: number | undefined;
  mustStop: boolean;
}

/**
 * Begins, meters and ends the charge of a transaction as far as its events allow. May be repeated.
 * @param isEnding whether its end is known, and no earlier event is expected any more
 */
async function applyEvents(
  context: Context,
  chargePointId: string,
  state: StationTransactionState,
  event: TransactionEvent,
  isEnding: boolean,
): Promise<Applied> {
  const { charges, db } = context;
  const stationTransactionId = event.transactionId;
  const known = await findCharge(db, chargePointId, stationTransactionId);
  const startWh = startRegister(state);
  const tag = await tagOf(context, chargePointId, state, isEnding ? event : undefined);
  const place = await findConnector(context, chargePointId, state, tag);
  const connectorId = known?.connectorId ?? place.connectorId;
  // After the end, the start waits for the earlier events as well: they show when it was.
  const mayBegin = tag !== undefined && connectorId !== undefined && (isEnding || !state.ended);
  const isAsking = event.idTag !== undefined && event.idTag.toUpperCase() === tag?.toUpperCase();
  let authorization: Authorization | undefined;
  if (mayBegin && (!known || isAsking)) {
    const at = authorizedAt(state) ?? state.registers[0]?.[1] ?? event.at.getTime();
    authorization = await charges.beginCharge(chargePointId, {
      connectorId,
      idTag: tag,
      meterStart: startWh ?? 0,
      timestamp: new Date(at),
      ...(at === event.at.getTime() && { undated: event.undated, assumedZone: event.assumedZone }),
      stationTransactionId,
      isElsewhere: place.isElsewhere,
    });
  }
  const row = known ?? (mayBegin ? await findCharge(db, chargePointId, stationTransactionId) : undefined);
  if (!row) {
    if (isEnding) await endWithoutCharge(context, chargePointId, state, event, startWh);
    const mustStop =
      !event.offline && !isOver(state, event) && (state.hasCharged === true || event.idTag !== undefined);
    return { row, authorization, connectorId, mustStop };
  }
  const start = { meterStart: startWh, timestamp: new Date(authorizedAt(state) ?? row.chargePointStartedAt) };
  await charges.amendStart(row, start);
  // A register below the start is of the time before, not of another meter.
  const samples = sinceStart(event.samples, startWh);
  let unwanted: number | undefined;
  if (isEnding)
    await charges.endCharge(chargePointId, {
      transactionId: row.id,
      idTag: tag,
      // Without the register of the start, an operator has to check the charge.
      meterStop: startWh === undefined ? undefined : event.meterStop,
      timestamp: event.at,
      undated: event.undated,
      assumedZone: event.assumedZone,
      reason: event.reason,
      samples,
      signed: event.signed,
    });
  else if (samples.length + event.signed.length > 0)
    unwanted = await charges.meterCharge(
      chargePointId,
      { connectorId: row.connectorId, transactionId: row.id, samples, signed: event.signed },
      () => undefined,
    );
  const mustStop = !isEnding && (unwanted !== undefined || row.stopWantedAt !== null);
  return { row, authorization, connectorId, mustStop };
}

const sinceStart = (samples: Sample[], startWh: number | undefined): Sample[] =>
  samples.filter(({ wh }) => wh === undefined || (startWh !== undefined && wh >= startWh));

/** Adds meter values that belong to no event to the charge of their connector. */
export async function meterConnector(
  { charges, db }: Context,
  here: ConnectorKey,
  { samples, signed }: { samples: Sample[]; signed: SignedValue[] },
  requestStatus: (connectorId: number) => void,
): Promise<number | undefined> {
  const isItsState = and(
    eq(stationTransactions.chargePointId, transactions.chargePointId),
    eq(stationTransactions.id, transactions.stationTransactionId),
  );
  const [open] = await db
    .select({ state: stationTransactions.state })
    .from(transactions)
    .innerJoin(stationTransactions, isItsState)
    .where(and(isAt(transactions, here), isNull(transactions.stoppedAt)));
  if (!open) return undefined;
  const { chargePointId, connectorId } = here;
  const message = { connectorId, samples: sinceStart(samples, startRegister(open.state)), signed };
  return charges.meterCharge(chargePointId, message, requestStatus);
}

async function findCharge(db: Db, chargePointId: string, id: string): Promise<TransactionRow | undefined> {
  const [row] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.chargePointId, chargePointId), eq(transactions.stationTransactionId, id)));
  return row;
}

/**
 * Returns the tag that began the transaction's charge, if it is known. The token of the end counts if
 * no other has arrived and the charge's energy is known.
 */
async function tagOf(
  { charges }: Context,
  chargePointId: string,
  { idTag, remoteStart, registers }: StationTransactionState,
  end: TransactionEvent | undefined,
): Promise<string | undefined> {
  if (idTag) return idTag.value;
  if (remoteStart) {
    const tag = await charges.tagOfRemoteStart(chargePointId, remoteStart.value);
    if (tag !== undefined) return tag;
  }
  const isKnown = registers.length > 0 && end?.isStartToken;
  return (isKnown && end.idTag) || undefined;
}

async function findConnector(
  { charges, db }: Context,
  chargePointId: string,
  { evse }: StationTransactionState,
  tag: string | undefined,
): Promise<{ connectorId: number | undefined; isElsewhere: boolean }> {
  const all = await readConnectors(db, chargePointId);
  const found = connectorAt(all, evse);
  if (found !== undefined || tag === undefined) return { connectorId: found, isElsewhere: false };
  const connectorId = await charges.connectorOf(chargePointId, tag);
  const requested = all.find((one) => one.connectorId === connectorId);
  // The charge point may not know yet which of the EVSE's cables is taken.
  const isAtEvse = evse?.connectorId === undefined && requested && evseOf(requested).id === evse?.id;
  return { connectorId, isElsewhere: evse !== undefined && !isAtEvse };
}

const isOver = ({ ended }: StationTransactionState, { kind }: TransactionEvent): boolean =>
  ended !== undefined || kind === 'Ended';

/**
 * Stores the end of a transaction that can't be billed, if it has delivered energy, or may have
 * because its start hasn't arrived.
 */
async function endWithoutCharge(
  { charges }: Context,
  chargePointId: string,
  { hasCharged, startedSeqNo }: StationTransactionState,
  { meterStop, at, undated, reason, idTag }: TransactionEvent,
  startWh: number | undefined,
): Promise<void> {
  const energyWh = meterStop === undefined || startWh === undefined ? undefined : meterStop - startWh;
  const mayHaveCharged = hasCharged === true || startedSeqNo === undefined;
  if (energyWh === undefined ? !mayHaveCharged : energyWh <= 0) return;
  const stop = { transactionId: UNSTORED_ID, idTag, meterStop, timestamp: at, undated, reason };
  await charges.endCharge(chargePointId, stop);
}

/**
 * Ends each charge if its last event has waited long enough for missing ones, unless the charge
 * point reports that it still has some.
 */
export async function endIncomplete(context: Context, sendCall: SendCall): Promise<void> {
  const { db, log, now } = context;
  const due = await db.select().from(stationTransactions).where(lte(stationTransactions.endDueAt, now()));
  for (const { chargePointId, id, state } of due) {
    const mayWait = state.ended && now() < addMs(new Date(state.ended.receivedAt), MAX_MISSING_MS);
    if (mayWait && (await hasMore(sendCall, chargePointId, id))) {
      const endDueAt = addMs(now(), MISSING_MS);
      await db.update(stationTransactions).set({ endDueAt }).where(isThis(chargePointId, id));
      continue;
    }
    await endStored(context, chargePointId, id, state);
    log.info({ chargePointId, stationTransactionId: id }, 'charge ended without some of its events');
  }
}

/** Applies the last event of a transaction, which had to wait for earlier ones. */
async function endStored(
  context: Context,
  chargePointId: string,
  id: string,
  state: StationTransactionState,
): Promise<void> {
  const { ended } = state;
  const event = ended && readTransactionEvent(ended.event, new Date(ended.receivedAt));
  if (event) await applyEvents(context, chargePointId, state, event, true);
  await context.db.update(stationTransactions).set({ endDueAt: null }).where(isThis(chargePointId, id));
}

const isThis = (chargePointId: string, id: string) =>
  and(eq(stationTransactions.chargePointId, chargePointId), eq(stationTransactions.id, id));

/** Returns whether the charge point has stored events of the transaction. */
async function hasMore(sendCall: SendCall, chargePointId: string, transactionId: string): Promise<boolean> {
  const { reply } = await sendCall(chargePointId, 'GetTransactionStatus', { transactionId }, TIMEOUT_MS);
  return reply?.messagesInQueue === true;
}
