/** What charge points of any version report about connectors and charges. */
import type { AssumedZone } from './fields.ts';
import type { Sample, SignedValue } from './samples.ts';

/** Replaces an unreadable connector id: no connector has this one. */
export const NO_CONNECTOR = -1;

/**
 * Transaction id in the response to a start on an unknown connector, which can't be stored but must
 * still be confirmed (OCPP 1.6 §4.8). No transaction has this id. 0 and -1 are unsuitable: charge
 * points send them when they lost the id.
 */
export const UNSTORED_ID = 2 ** 31 - 1;

export interface StatusNotification {
  connectorId: number;
  /** Undefined if unreadable; the message is then ignored. */
  status: string | undefined;
  errorCode: string;
  timestamp?: Date | undefined;
  /** True if it follows from another message, so a status with an earlier time may come later. */
  isDerived?: boolean;
}

/** A message that says when something happened. */
export interface Timed {
  timestamp: Date;
  /** True if `timestamp` is the time of receipt, because the message has no readable one. */
  undated?: boolean;
  /** Undefined if the time has a zone or is unreadable. */
  assumedZone?: AssumedZone | undefined;
}

export interface StartTransaction extends Timed {
  connectorId: number;
  /** Empty if unreadable. No card has an empty tag. */
  idTag: string;
  /** In Wh. */
  meterStart: number;
  /** True if the charge point named an unknown connector instead of `connectorId`, the attempt's. */
  isElsewhere?: boolean;
  /** The charge point's own id of the transaction (OCPP 2.0.1): only with it, a start is repeated. */
  stationTransactionId?: string;
}

export interface MeterValues {
  connectorId: number;
  /** Undefined if the values belong to no transaction, or if the charge point lost its id. */
  transactionId?: number | undefined;
  samples: Sample[];
  signed?: SignedValue[] | undefined;
}

export interface StopTransaction extends Timed {
  transactionId: number;
  idTag?: string | undefined;
  /** In Wh; undefined if unreadable. */
  meterStop: number | undefined;
  reason?: string | undefined;
  samples?: Sample[] | undefined;
  signed?: SignedValue[] | undefined;
}
