/**
 * Commands of operators to charge points. They aren't in `calls.ts`, because the app doesn't send
 * them, only `pnpm charger` or an operator's own system.
 */
import * as z from 'zod/mini';
import type { Call } from './calls.ts';
import { parseUrl } from './parse-url.ts';

type AnyCall = Call<string, z.ZodMiniType, z.ZodMiniType>;

/** Longest time to wait for a charge point, in ms, below the call's own timeout. */
export const COMMAND_TIMEOUT_MS = 20_000;

/** OCPP 1.6 §7.43. Case-insensitive, like every CiString of OCPP. */
const key = z.string().check(z.regex(/^\S(?:.{0,48}\S)?$/));
/** OCPP's integers have 32 bits in many charge points. */
const integer = (least: number) => z.int().check(z.minimum(least), z.maximum(2 ** 31 - 1));
const connectorId = integer(1);
/** 0 is the whole charge point. */
const connectorOrAll = integer(0);
const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
const idTag = text(20);
/** With seconds, which RFC 3339 and OCPP's schemas require. */
const instant = z.iso.datetime({ offset: true }).check(z.regex(/T\d\d:\d\d:\d\d/));

const TRANSFER_PROTOCOLS = ['ftp:', 'ftps:', 'sftp:', 'http:', 'https:'];
/** Where a charge point downloads its firmware from, or uploads a file to. */
const location = z.string().check(
  z.maxLength(512),
  // The characters of RFC 3986, which OCPP's schemas require.
  z.regex(/^[a-z]+:\/\/(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/),
  z.refine((url) => TRANSFER_PROTOCOLS.includes(parseUrl(url)?.protocol ?? '')),
);
const retries = { retries: z.optional(integer(0)), retryInterval: z.optional(integer(0)) };

/** One or more certificates, and nothing else: a private key must not be sent. */
const PEM = /^(?:-----BEGIN CERTIFICATE-----\s[A-Za-z0-9+/=\s]+\s-----END CERTIFICATE-----\s*)+$/;
const certificate = (longest: number) => z.string().check(z.maxLength(longest), z.regex(PEM));
const certificateType = z.enum(['CentralSystemRootCertificate', 'ManufacturerRootCertificate']);
const hash = z.string().check(z.regex(/^[0-9a-fA-F]{1,128}$/));

/** In A or W, with one decimal. */
const limit = z.number().check(z.minimum(0), z.maximum(10_000_000), z.multipleOf(0.1));
const chargingRateUnit = z.enum(['A', 'W']);
const chargingProfilePurpose = z.enum(['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile']);
const chargingProfile = z.strictObject({
  chargingProfileId: integer(0),
  transactionId: z.optional(integer(1)),
  stackLevel: integer(0),
  chargingProfilePurpose,
  chargingProfileKind: z.enum(['Absolute', 'Recurring', 'Relative']),
  recurrencyKind: z.optional(z.enum(['Daily', 'Weekly'])),
  validFrom: z.optional(instant),
  validTo: z.optional(instant),
  chargingSchedule: z.strictObject({
    duration: z.optional(integer(1)),
    startSchedule: z.optional(instant),
    chargingRateUnit,
    chargingSchedulePeriod: z
      .array(
        z.strictObject({
          /** In s after the start. */
          startPeriod: integer(0),
          limit,
          numberPhases: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
        }),
      )
      .check(z.minLength(1), z.maxLength(1000)),
    minChargingRate: z.optional(limit),
  }),
});

/** Returns whether a configuration key is the charge point's password, which no log may contain. */
export const isAuthorizationKey = (given: string): boolean => given.toLowerCase() === 'authorizationkey';
/** 16 to 20 bytes in hex. Lower case, because charge points that decode it lose the case. */
const AUTHORIZATION_KEY = /^(?:[0-9a-f]{2}){16,20}$/;

/**
 * `command` is the name of a request of OCPP 1.6 §6 or of its security whitepaper; the other fields
 * are the request's.
 */
export const ChargePointCommand = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('Reset'), type: z.enum(['Soft', 'Hard']) }),
  z.strictObject({ command: z.literal('UnlockConnector'), connectorId }),
  z.strictObject({
    command: z.literal('ChangeAvailability'),
    connectorId: connectorOrAll,
    type: z.enum(['Operative', 'Inoperative']),
  }),
  z
    .strictObject({
      command: z.literal('ChangeConfiguration'),
      key,
      value: z.string().check(z.maxLength(500)),
    })
    .check(
      z.refine((given) => !isAuthorizationKey(given.key) || AUTHORIZATION_KEY.test(given.value), {
        path: ['value'],
      }),
    ),
  z.strictObject({
    command: z.literal('GetConfiguration'),
    /** All keys, if absent. */
    key: z.optional(z.array(key).check(z.minLength(1), z.maxLength(100))),
  }),
  z.strictObject({
    command: z.literal('TriggerMessage'),
    requestedMessage: z.enum([
      'BootNotification',
      'DiagnosticsStatusNotification',
      'FirmwareStatusNotification',
      'Heartbeat',
      'MeterValues',
      'StatusNotification',
    ]),
    connectorId: z.optional(connectorId),
  }),
  z.strictObject({ command: z.literal('ClearCache') }),
  z.strictObject({
    command: z.literal('DataTransfer'),
    vendorId: text(255),
    messageId: z.optional(text(50)),
    data: z.optional(z.string().check(z.maxLength(10_000))),
  }),

  z.strictObject({
    command: z.literal('ReserveNow'),
    connectorId: connectorOrAll,
    expiryDate: instant,
    idTag,
    parentIdTag: z.optional(idTag),
    reservationId: integer(0),
  }),
  z.strictObject({
    command: z.literal('RemoteStartTransaction'),
    connectorId: z.optional(connectorId),
    /** Of a card that no account pays for: drivers start their charges themselves. */
    idTag,
    /** Limits the charge from its start: a `TxProfile` without a `transactionId`. */
    chargingProfile: z.optional(chargingProfile),
  }),
  z.strictObject({ command: z.literal('CancelReservation'), reservationId: integer(0) }),

  z.strictObject({ command: z.literal('GetLocalListVersion') }),
  z.strictObject({
    command: z.literal('SendLocalList'),
    listVersion: integer(1),
    updateType: z.enum(['Full', 'Differential']),
    /** Absent, a full update clears the list. Without `idTagInfo`, a differential one removes the tag. */
    localAuthorizationList: z.optional(
      z
        .array(
          z.strictObject({
            idTag,
            idTagInfo: z.optional(
              z.strictObject({
                status: z.enum(['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx']),
                expiryDate: z.optional(instant),
                parentIdTag: z.optional(idTag),
              }),
            ),
          }),
        )
        .check(z.maxLength(1000)),
    ),
  }),

  z.strictObject({
    command: z.literal('SetChargingProfile'),
    connectorId: connectorOrAll,
    csChargingProfiles: chargingProfile,
  }),
  z.strictObject({
    command: z.literal('ClearChargingProfile'),
    id: z.optional(integer(0)),
    connectorId: z.optional(connectorOrAll),
    chargingProfilePurpose: z.optional(chargingProfilePurpose),
    stackLevel: z.optional(integer(0)),
  }),
  z.strictObject({
    command: z.literal('GetCompositeSchedule'),
    connectorId: connectorOrAll,
    /** In s. */
    duration: integer(1),
    chargingRateUnit: z.optional(chargingRateUnit),
  }),

  z.strictObject({
    command: z.literal('UpdateFirmware'),
    location,
    retrieveDate: instant,
    ...retries,
  }),
  z.strictObject({
    command: z.literal('GetDiagnostics'),
    location,
    startTime: z.optional(instant),
    stopTime: z.optional(instant),
    ...retries,
  }),

  z.strictObject({
    command: z.literal('ExtendedTriggerMessage'),
    requestedMessage: z.enum([
      'BootNotification',
      'FirmwareStatusNotification',
      'Heartbeat',
      'LogStatusNotification',
      'MeterValues',
      'SignChargePointCertificate',
      'StatusNotification',
    ]),
    connectorId: z.optional(connectorId),
  }),
  z.strictObject({ command: z.literal('CertificateSigned'), certificateChain: certificate(10_000) }),
  z.strictObject({ command: z.literal('GetInstalledCertificateIds'), certificateType }),
  z.strictObject({
    command: z.literal('InstallCertificate'),
    certificateType,
    certificate: certificate(5500),
  }),
  z.strictObject({
    command: z.literal('DeleteCertificate'),
    certificateHashData: z.strictObject({
      hashAlgorithm: z.enum(['SHA256', 'SHA384', 'SHA512']),
      issuerNameHash: hash,
      issuerKeyHash: hash,
      serialNumber: z.string().check(z.regex(/^[0-9a-fA-F]{1,40}$/)),
    }),
  }),
  z.strictObject({
    command: z.literal('GetLog'),
    logType: z.enum(['DiagnosticsLog', 'SecurityLog']),
    requestId: integer(0),
    log: z.strictObject({
      remoteLocation: location,
      oldestTimestamp: z.optional(instant),
      latestTimestamp: z.optional(instant),
    }),
    ...retries,
  }),
  z.strictObject({
    command: z.literal('SignedUpdateFirmware'),
    requestId: integer(0),
    firmware: z.strictObject({
      location,
      retrieveDateTime: instant,
      installDateTime: z.optional(instant),
      signingCertificate: certificate(5500),
      /** In base64. */
      signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{1,798}={0,2}$/)),
    }),
    ...retries,
  }),
]);
export type ChargePointCommand = z.output<typeof ChargePointCommand>;

/**
 * - `replied`: the charge point's own status, such as `Accepted`, `Rejected` or `RebootRequired`, and
 *   the other fields of its reply. Three replies have no status in OCPP: that to UpdateFirmware and
 *   GetLocalListVersion is shown as `Accepted`, and that to GetDiagnostics as `Accepted`, or as
 *   `NothingToUpload` if it names no file
 * - `configuration`: its reply to GetConfiguration
 * - `offline`: it isn't connected, and nothing was sent
 * - `timeout`: no reply in time; it may still carry out the command
 * - `disconnected`: the connection ended before a reply; it may have carried out the command
 * - `unreachable`: the server can't reach the instance that may have the connection; the charge
 *   point may have carried out the command
 * - `error`: it replied with an error of OCPP-J §4.2.3, for example `NotImplemented`
 */
export const CommandResponse = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('replied'),
    status: z.string(),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.object({
    result: z.literal('configuration'),
    /** A write-only key has no value. */
    configurationKey: z.array(
      z.object({ key: z.string(), readonly: z.boolean(), value: z.optional(z.string()) }),
    ),
    unknownKey: z.array(z.string()),
  }),
  z.object({ result: z.enum(['offline', 'timeout', 'disconnected', 'unreachable']) }),
  z.object({ result: z.literal('error'), errorCode: z.string() }),
]);
export type CommandResponse = z.output<typeof CommandResponse>;

/**
 * 403 if the user isn't an operator, 404 if the user's brand doesn't have the charge point, 409 if
 * the command would lower the charge point's security profile, or begin a charge with a tag that isn't
 * that of a card without an account.
 */
export const commandChargePoint = {
  method: 'POST',
  path: '/operator/ChargePointCommand/{chargePointId}',
  body: ChargePointCommand,
  response: CommandResponse,
  timeout: 30_000,
} as const satisfies AnyCall;

/**
 * What a charge point reported by itself, newest first: the progress of an upload or a firmware
 * update, security events, requests to sign a certificate, and messages of its vendor. `message` is
 * the name of the OCPP request, `details` are its fields.
 */
const ChargePointReports = z.array(
  z.object({ at: z.string(), message: z.string(), details: z.record(z.string(), z.string()) }),
);
export type ChargePointReports = z.output<typeof ChargePointReports>;

/** 403 and 404 as `commandChargePoint`. */
export const chargePointReports = {
  method: 'GET',
  path: '/operator/ChargePointReports/{chargePointId}',
  body: z.unknown(),
  response: ChargePointReports,
  timeout: 30_000,
} as const satisfies AnyCall;

/**
 * A charge as its charge point metered it, for a dispute, with the values that the meter has signed.
 * Registers in Wh.
 */
const ChargeRecord = z.object({
  transactionId: z.number(),
  chargePointId: z.string(),
  connectorId: z.number(),
  /** Null if it is that of another brand's driver: the signed values aren't shown then either. */
  idTag: z.nullable(z.string()),
  meterStart: z.number(),
  /** Null, as both times of the end, while the charge runs. */
  meterStop: z.nullable(z.number()),
  startedAt: z.string(),
  stoppedAt: z.nullable(z.string()),
  /** By the charge point's own clock, which the signed values have. */
  chargePointStartedAt: z.string(),
  chargePointStoppedAt: z.nullable(z.string()),
  signedValues: z.array(
    z.object({
      measuredAt: z.string(),
      receivedAt: z.string(),
      /** As in OCPP, for example `Transaction.End`. */
      context: z.nullable(z.string()),
      /** `OCMF`, another format that the charge point named, or null. */
      format: z.nullable(z.string()),
      /** The meter's, if it was sent with the value. */
      publicKey: z.nullable(z.string()),
      /** Exactly as the charge point sent it. */
      data: z.string(),
    }),
  ),
});

/** 403 and 404 as `commandChargePoint`; 404 also if the charge isn't of this charge point. */
export const chargeRecord = {
  method: 'GET',
  path: '/operator/ChargeRecord/{chargePointId}/{transactionId}',
  body: z.unknown(),
  response: ChargeRecord,
  timeout: 30_000,
} as const satisfies AnyCall;
export type ChargeRecord = z.output<typeof ChargeRecord>;
