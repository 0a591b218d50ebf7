import type { Db } from '../../platform/database/database.ts';
import type { TransactionRow } from '../../platform/database/schema.ts';
import type { SendCall } from './calls.ts';
import type {
  MeterValues,
  StartTransaction,
  StatusNotification,
  StopTransaction,
} from './charge-messages.ts';

/** What the response to a charge point says about a tag (`IdTagInfo` of OCPP 1.6). */
export interface Authorization {
  verdict: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';
  /** The group of the account's tags; undefined if the tag is no account's. */
  groupId?: string | undefined;
  /** Undefined if it never expires. */
  validUntil?: Date | undefined;
}

/**
 * What the messages and connections of charge points do to charges. Implemented by
 * `domain/charging/create-charge-handlers.ts`.
 */
export interface ChargeHandlers {
  /** Returns whether a charge with this tag would be accepted at a charge point. */
  authorize(chargePointId: string, idTag: string): Promise<Authorization>;
  /** Returns the connector of the attempt to start with this tag, if there is one. */
  connectorOf(chargePointId: string, idTag: string): Promise<number | undefined>;
  /** Returns the tag of the attempt with this id in its start request (OCPP 2.0.1). */
  tagOfRemoteStart(chargePointId: string, remoteStartId: number): Promise<string | undefined>;
  handleStatus(chargePointId: string, message: StatusNotification): Promise<void>;
  beginCharge(
    chargePointId: string,
    message: StartTransaction,
  ): Promise<Authorization & { transactionId: number }>;
  /** Corrects the start of an open charge by an earlier event that has arrived later. */
  amendStart(
    charge: TransactionRow,
    start: { meterStart: number | undefined; timestamp: Date },
  ): Promise<void>;
  /**
   * @param requestStatus called with a connector that delivers energy although it is reported free
   * @returns the charge's id if it has to be stopped
   */
  meterCharge(
    chargePointId: string,
    message: MeterValues,
    requestStatus: (connectorId: number) => void,
  ): Promise<number | undefined>;
  endCharge(chargePointId: string, message: StopTransaction): Promise<void>;
  /** Returns what a charge has cost, in cents; undefined if it isn't billed. */
  costOf(transactionId: number): Promise<number | undefined>;
  /** Sends the stop requests that are due. */
  sendDueStops(sendCall: SendCall, chargePointIds: string[], trigger?: StopTrigger): Promise<void>;
  /** Records that a charge point went offline or came back, in the transaction of that change. */
  recordPresence(tx: Db, chargePointId: string, offline: boolean, at: Date): Promise<unknown>;
}

/**
 * Event that triggers stop requests. After a new connection, all earlier requests are due: those made
 * since have been sent on it. After a boot, only those that weren't accepted are due: they were
 * already sent when the charge point connected, and many charge points refuse requests before they
 * have booted.
 */
export type StopTrigger = { connectedAt: Date } | 'booted' | 'routine';
