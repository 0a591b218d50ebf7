/**
 * Parses the fields that are used from charge points' messages of OCPP 1.6. Many charge points deviate from
 * OCPP's schemas in a field or two, and an error response would lose the whole message, so nothing
 * here throws: an unreadable field gets a default.
 */
import { CONNECTOR_STATUSES } from '@shared/contract';
import schemas from 'ocpp-rpc/lib/schemas/ocpp1_6.json' with { type: 'json' };
import {
  type MeterValues,
  NO_CONNECTOR,
  type StartTransaction,
  type StatusNotification,
  type StopTransaction,
  type Timed,
} from '../charge-messages.ts';
import {
  fieldsOf,
  instantOf,
  integerOf,
  listOf,
  memberOf,
  numberOf,
  tagOf,
  textOf,
  timeOf,
} from '../fields.ts';
import { readSamples, readSignedValues } from '../samples.ts';

/** Sent by charge points that lost the transaction id or never received one. */
const FORGOTTEN_ID = -1;
/** Above any real register, and stored without loss of precision. */
const MAX_REGISTER_WH = 1e15;

const STOP_REASONS = valuesOf('StopTransaction', 'reason');
const ERROR_CODES = valuesOf('StatusNotification', 'errorCode');
const BOOT_FIELDS = Object.keys(schemaOf('BootNotification'));

export function readBootNotification(params: unknown): Record<string, string> {
  const fields = fieldsOf(params);
  return Object.fromEntries(
    BOOT_FIELDS.flatMap((name): [string, string][] => {
      const text = textOf(fields[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Returns the tag, or an empty string if it is unreadable. */
export const readAuthorize = (params: unknown): string => tagOf(fieldsOf(params).idTag) ?? '';

export function readStatusNotification(params: unknown, receivedAt: Date): StatusNotification {
  const { connectorId, status, errorCode, timestamp } = fieldsOf(params);
  return {
    connectorId: integerOf(connectorId) ?? NO_CONNECTOR,
    status: memberOf(CONNECTOR_STATUSES, status) ?? textOf(status),
    errorCode: textOf(errorCode) ? (memberOf(ERROR_CODES, errorCode) ?? 'OtherError') : 'NoError',
    timestamp: instantOf(timestamp, receivedAt),
  };
}

export function readStartTransaction(params: unknown, receivedAt: Date): StartTransaction {
  const { connectorId, idTag, meterStart, timestamp } = fieldsOf(params);
  return {
    connectorId: integerOf(connectorId) ?? NO_CONNECTOR,
    idTag: tagOf(idTag) ?? '',
    // 0 can't overcharge: readings beyond what the connector can deliver aren't billed.
    meterStart: registerOf(meterStart) ?? 0,
    ...readTime(timestamp, receivedAt),
  };
}

export function readMeterValuesRequest(params: unknown, receivedAt: Date): MeterValues {
  const { connectorId, transactionId, meterValue } = fieldsOf(params);
  const id = integerOf(transactionId);
  return {
    connectorId: integerOf(connectorId) ?? NO_CONNECTOR,
    transactionId: id !== undefined && id > 0 ? id : undefined,
    samples: readSamples(meterValue, receivedAt),
    signed: readSignedValues(meterValue, receivedAt),
  };
}

export function readStopTransaction(params: unknown, receivedAt: Date): StopTransaction {
  const { transactionId, idTag, meterStop, timestamp, reason, transactionData } = fieldsOf(params);
  return {
    transactionId: integerOf(transactionId) ?? FORGOTTEN_ID,
    idTag: tagOf(idTag),
    meterStop: registerOf(meterStop),
    ...readTime(timestamp, receivedAt),
    reason: listOf(reason).length > 0 ? (memberOf(STOP_REASONS, reason) ?? 'Other') : undefined,
    samples: readSamples(transactionData, receivedAt),
    signed: readSignedValues(transactionData, receivedAt),
  };
}

function readTime(value: unknown, receivedAt: Date): Timed {
  const { at, ...reading } = timeOf(value, receivedAt);
  return { timestamp: at, ...reading };
}

function registerOf(value: unknown): number | undefined {
  const wh = numberOf(value);
  return wh && Math.max(-MAX_REGISTER_WH, Math.min(MAX_REGISTER_WH, Math.round(wh)));
}

type Field = { enum?: string[]; type?: string; $ref?: string };

/** Returns the fields of a call by OCPP's schema. */
function schemaOf(method: string): Record<string, Field | undefined> {
  const found = schemas.find(({ $id }) => $id === `urn:${method}.req`)?.properties;
  if (!found) throw new Error(`OCPP's schemas have no ${method}`);
  return found;
}

/** Returns the values that a field of a request may have. */
function valuesOf(method: string, field: string): readonly string[] {
  const values = schemaOf(method)[field]?.enum;
  if (!values) throw new Error(`OCPP's schemas have no values of ${field} in ${method}`);
  return values;
}
