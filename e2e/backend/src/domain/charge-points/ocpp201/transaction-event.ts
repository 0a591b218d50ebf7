/** Reads a TransactionEvent of OCPP 2.0.1. Nothing here throws: an unreadable field gets a default. */
import { type AssumedZone, fieldsOf, integerOf, memberOf, tagOf, textOf, timeOf } from '../fields.ts';
import type { Sample, SignedValue } from '../samples.ts';
import { type Evse, readEvse } from './evses.ts';
import { isOfBegin, isOfEnd, readSignedStationValues, readStationSamples, registersOf } from './samples.ts';

const MAX_ID_LENGTH = 36;
const KINDS = ['Started', 'Updated', 'Ended'] as const;
const CHARGING_STATES = ['Charging', 'EVConnected', 'SuspendedEV', 'SuspendedEVSE', 'Idle'] as const;
/** Events with a token that ends a charge, so it needn't be the one that began it. */
const STOP_TRIGGERS = new Set(['StopAuthorized', 'Deauthorized']);
/** Why a charge ended, by trigger, if the reason is missing. */
const REASONS = new Map([
  ['RemoteStop', 'Remote'],
  ['EVDeparted', 'EVDisconnected'],
  ['EVCommunicationLost', 'EVDisconnected'],
  ['Deauthorized', 'DeAuthorized'],
]);
/** After all other events, if the number is unreadable. */
const UNNUMBERED = 2 ** 31 - 1;
/** A card of the charging site's staff, which can end each charge. */
const MASTER = 'MasterPass';

export type ChargingState = (typeof CHARGING_STATES)[number];

export interface TransactionEvent {
  kind: (typeof KINDS)[number];
  transactionId: string;
  seqNo: number;
  at: Date;
  /** True if `at` is the time of receipt, because the message has no readable one. */
  undated: boolean;
  assumedZone: AssumedZone | undefined;
  /** Stored by the charge point while it was offline. */
  offline: boolean;
  evse: Evse | undefined;
  /** Empty for a token that identifies no user. */
  idTag: string | undefined;
  /** Whether the token, if there is one, shows who began the charge. */
  isStartToken: boolean;
  remoteStartId: number | undefined;
  chargingState: ChargingState | undefined;
  reason: string | undefined;
  samples: Sample[];
  signed: SignedValue[];
  /** Without those at the end: a meter value may have both. */
  registers: [wh: number, at: number][];
  /** In Wh; the register at the end if the event has one. */
  meterStop: number | undefined;
}

/** Returns undefined if the event can't be assigned to a transaction. */
export function readTransactionEvent(params: unknown, receivedAt: Date): TransactionEvent | undefined {
  const { eventType, timestamp, triggerReason, seqNo, offline, transactionInfo, meterValue, evse, idToken } =
    fieldsOf(params);
  const info = fieldsOf(transactionInfo);
  const transactionId = textOf(info.transactionId, MAX_ID_LENGTH)?.trim();
  if (!transactionId) return undefined;
  const kind = memberOf(KINDS, eventType) ?? 'Updated';
  const trigger = textOf(triggerReason) ?? '';
  const reason = textOf(info.stoppedReason, MAX_ID_LENGTH);
  return {
    kind,
    transactionId,
    seqNo: integerOf(seqNo) ?? UNNUMBERED,
    ...timeOf(timestamp, receivedAt),
    offline: offline === true,
    evse: readEvse(evse),
    idTag: readToken(idToken),
    isStartToken: !STOP_TRIGGERS.has(trigger) && reason !== MASTER,
    remoteStartId: integerOf(info.remoteStartId),
    chargingState: memberOf(CHARGING_STATES, info.chargingState),
    reason: kind === 'Ended' ? (reason ?? REASONS.get(trigger)) : undefined,
    // Without those of the begin, which say nothing about the end.
    samples: readStationSamples(meterValue, receivedAt, (context) => kind !== 'Ended' || !isOfBegin(context)),
    signed: readSignedStationValues(meterValue, receivedAt),
    ...readRegisters(kind, meterValue, receivedAt),
  };
}

/**
 * Returns the registers before the end, and that of the end: the last event's highest one, which by itself
 * doesn't show where the charge began.
 */
function readRegisters(kind: TransactionEvent['kind'], meterValue: unknown, receivedAt: Date) {
  const registersWith = (isMeant: (context: string) => boolean) =>
    registersOf(readStationSamples(meterValue, receivedAt, isMeant));
  const begins = registersWith(isOfBegin);
  const others = registersWith((context) => !isOfBegin(context) && !isOfEnd(context));
  const ends = registersWith(isOfEnd);
  const meterStop = highest([...ends, ...others]);
  const isLabelled = kind !== 'Ended' || ends.some(([wh]) => wh === meterStop);
  const last = isLabelled ? -1 : others.findLastIndex(([wh]) => wh === meterStop);
  return { registers: [...begins, ...others.filter((_, i) => i !== last)], meterStop };
}

/** Returns an `IdTokenType`'s tag: empty if it identifies no user, undefined if there is none. */
export function readToken(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const { idToken, type } = fieldsOf(value);
  return textOf(type) === 'NoAuthorization' ? '' : (tagOf(idToken) ?? '');
}

const highest = (registers: [wh: number, at: number][]): number | undefined =>
  registers.length === 0 ? undefined : Math.max(...registers.map(([wh]) => wh));
