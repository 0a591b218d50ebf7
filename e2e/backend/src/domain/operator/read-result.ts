/** Reads the charge point's response to an operator's command. */
import { type ChargePointCommand, type CommandResponse, isAuthorizationKey } from '@shared/contract/operator';
import type { Params, SendResult } from '../charge-points/calls.ts';
import { Fields, fieldsOf, integerOf, listOf, textOf } from '../charge-points/fields.ts';

/** OCPP 1.6 has no limit for the number of keys; a charge point has a few hundred at most. */
const MAX_KEYS = 1000;
/** OCPP 1.6 §7.29. Some charge points report longer values. */
const MAX_VALUE_LENGTH = 2000;
const MAX_STATUS_LENGTH = 50;
const MAX_DATA_LENGTH = 10_000;

type Details = Record<string, unknown>;
interface Reply {
  /** Reads the fields beside the status; undefined for those that are missing or unreadable. */
  details?: Record<string, (value: unknown) => unknown>;
  /** The status of a reply that has none in OCPP; undefined if it is unreadable. */
  statusOf?: (details: Details) => string | undefined;
}

/** Replies that have more than a status, or none. */
const REPLIES: { [Command in ChargePointCommand['command']]?: Reply } = {
  DataTransfer: { details: { data: (value) => textOf(value, MAX_DATA_LENGTH) } },
  GetCompositeSchedule: {
    details: {
      connectorId: integerOf,
      scheduleStart: textOf,
      chargingSchedule: (value) => Fields.safeParse(value).data,
    },
  },
  GetDiagnostics: {
    details: { fileName: textOf },
    statusOf: ({ fileName }) => (fileName === undefined ? 'NothingToUpload' : 'Accepted'),
  },
  GetInstalledCertificateIds: {
    details: {
      certificateHashData: (value) => (value === undefined ? undefined : listOf(value).map(fieldsOf)),
    },
  },
  GetLocalListVersion: {
    details: { listVersion: integerOf },
    statusOf: ({ listVersion }) => (listVersion === undefined ? undefined : 'Accepted'),
  },
  GetLog: { details: { filename: textOf } },
  UpdateFirmware: { statusOf: () => 'Accepted' },
};

export function readResult(
  command: ChargePointCommand['command'],
  { reply, failure, errorCode }: SendResult,
): CommandResponse {
  if (failure === 'error') return { result: 'error', errorCode };
  if (failure) return { result: failure };
  if (command === 'GetConfiguration') return readConfiguration(reply);
  const { details: readers = {}, statusOf = () => textOf(reply.status, MAX_STATUS_LENGTH) } =
    REPLIES[command] ?? {};
  const read = Object.entries(readers).map(([name, readField]) => [name, readField(reply[name])] as const);
  const details = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  const status = statusOf(details);
  if (!status) return { result: 'error', errorCode: 'FormationViolation' };
  return { result: 'replied', status, ...(Object.keys(details).length > 0 && { details }) };
}

function readConfiguration(reply: Params): CommandResponse {
  const entries = listOf(reply.configurationKey).slice(0, MAX_KEYS).map(fieldsOf);
  return {
    result: 'configuration',
    configurationKey: entries.flatMap(({ key: reportedKey, readonly, value }) => {
      const key = textOf(reportedKey);
      if (key === undefined) return [];
      // Write-only by the OCPP 1.6 security whitepaper, but some charge points report it.
      const shown = isAuthorizationKey(key) ? undefined : textOf(value, MAX_VALUE_LENGTH);
      return [{ key, readonly: readonly === true, ...(shown !== undefined && { value: shown }) }];
    }),
    unknownKey: listOf(reply.unknownKey)
      .slice(0, MAX_KEYS)
      .flatMap((key) => textOf(key) ?? []),
  };
}
