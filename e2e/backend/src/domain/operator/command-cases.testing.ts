/** Every command of an operator with its fields, and the replies of a charge point. */
import type { ChargePointCommand } from '@shared/contract/operator';

export type Name = ChargePointCommand['command'];
export type Fields = Record<string, unknown>;
interface Case {
  fields: Fields;
  /** What the charge point replies, and what the operator gets if that isn't just its status. */
  replies: Fields;
  details?: Fields;
  status?: string;
  /** A reply that refuses the command, if OCPP has one. */
  refusal?: Fields;
  refusedAs?: string;
  /** Whether any reply confirms it: OCPP defines no field that it must have. */
  needsNothing?: string;
}

const at = '2026-03-05T18:00:00-03:00';
const accepted = { status: 'Accepted' };
const rejected = { status: 'Rejected' };
const certificate = '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----\n';
const location = 'ftp://files.example/charge-points/';
const hashed = { hashAlgorithm: 'SHA256', issuerNameHash: 'ab12', issuerKeyHash: 'cd34', serialNumber: '01' };
const schedule = { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16.1 }] };

export const CASES: Record<Name, Case> = {
  Reset: { fields: { type: 'Soft' }, replies: accepted, refusal: rejected },
  UnlockConnector: {
    fields: { connectorId: 1 },
    replies: { status: 'Unlocked' },
    refusal: { status: 'UnlockFailed' },
  },
  ChangeAvailability: { fields: { connectorId: 0, type: 'Operative' }, replies: accepted, refusal: rejected },
  ChangeConfiguration: {
    fields: { key: 'A', value: '1' },
    replies: { status: 'RebootRequired' },
    refusal: rejected,
  },
  // Its result has a form of its own, and so has a test of its own.
  GetConfiguration: { fields: { key: ['A'] }, replies: {}, needsNothing: 'configuration' },
  TriggerMessage: { fields: { requestedMessage: 'Heartbeat' }, replies: accepted, refusal: rejected },
  ClearCache: { fields: {}, replies: accepted, refusal: rejected },
  DataTransfer: {
    fields: { vendorId: 'example', messageId: 'light', data: '{"on":true}' },
    replies: { status: 'Accepted', data: 'was off' },
    details: { data: 'was off' },
    refusal: { status: 'UnknownVendorId' },
  },
  ReserveNow: {
    fields: { connectorId: 1, expiryDate: at, idTag: 'CARD', parentIdTag: 'FLEET', reservationId: 7 },
    replies: accepted,
    refusal: { status: 'Occupied' },
  },
  RemoteStartTransaction: {
    fields: {
      connectorId: 1,
      idTag: 'SERVICE',
      chargingProfile: {
        chargingProfileId: 2,
        stackLevel: 0,
        chargingProfilePurpose: 'TxProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: schedule,
      },
    },
    replies: accepted,
    refusal: rejected,
  },
  CancelReservation: { fields: { reservationId: 7 }, replies: accepted, refusal: rejected },
  GetLocalListVersion: {
    fields: {},
    replies: { listVersion: 0 },
    status: 'Accepted',
    details: { listVersion: 0 },
    refusal: { listVersion: -1 },
    refusedAs: 'Accepted',
  },
  SendLocalList: {
    fields: {
      listVersion: 2,
      updateType: 'Differential',
      localAuthorizationList: [
        { idTag: 'CARD', idTagInfo: { status: 'Accepted', expiryDate: at, parentIdTag: 'FLEET' } },
        { idTag: 'LOST' },
      ],
    },
    replies: accepted,
    refusal: { status: 'VersionMismatch' },
  },
  SetChargingProfile: {
    fields: {
      connectorId: 0,
      csChargingProfiles: {
        chargingProfileId: 1,
        stackLevel: 0,
        chargingProfilePurpose: 'ChargePointMaxProfile',
        chargingProfileKind: 'Recurring',
        recurrencyKind: 'Daily',
        chargingSchedule: { ...schedule, startSchedule: at, duration: 86_400 },
      },
    },
    replies: accepted,
    refusal: { status: 'NotSupported' },
  },
  ClearChargingProfile: {
    fields: { id: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 0 },
    replies: accepted,
    refusal: { status: 'Unknown' },
  },
  GetCompositeSchedule: {
    fields: { connectorId: 1, duration: 3600, chargingRateUnit: 'A' },
    replies: { status: 'Accepted', connectorId: 1, scheduleStart: at, chargingSchedule: schedule },
    details: { connectorId: 1, scheduleStart: at, chargingSchedule: schedule },
    refusal: rejected,
  },
  UpdateFirmware: {
    fields: { location, retrieveDate: at, retries: 2, retryInterval: 60 },
    replies: {},
    status: 'Accepted',
    needsNothing: 'Accepted',
  },
  GetDiagnostics: {
    fields: { location, startTime: at, stopTime: at, retries: 1 },
    replies: { fileName: 'log.zip' },
    status: 'Accepted',
    details: { fileName: 'log.zip' },
    refusal: {},
    refusedAs: 'NothingToUpload',
    needsNothing: 'NothingToUpload',
  },
  ExtendedTriggerMessage: {
    fields: { requestedMessage: 'SignChargePointCertificate' },
    replies: accepted,
    refusal: { status: 'NotImplemented' },
  },
  CertificateSigned: {
    fields: { certificateChain: certificate + certificate },
    replies: accepted,
    refusal: rejected,
  },
  GetInstalledCertificateIds: {
    fields: { certificateType: 'ManufacturerRootCertificate' },
    replies: { status: 'Accepted', certificateHashData: [hashed] },
    details: { certificateHashData: [hashed] },
    refusal: { status: 'NotFound' },
  },
  InstallCertificate: {
    fields: { certificateType: 'CentralSystemRootCertificate', certificate },
    replies: accepted,
    refusal: { status: 'Failed' },
  },
  DeleteCertificate: {
    fields: { certificateHashData: hashed },
    replies: accepted,
    refusal: { status: 'NotFound' },
  },
  GetLog: {
    fields: { logType: 'SecurityLog', requestId: 4, log: { remoteLocation: location, oldestTimestamp: at } },
    replies: { status: 'AcceptedCanceled', filename: 'security.log' },
    details: { filename: 'security.log' },
    refusal: rejected,
  },
  SignedUpdateFirmware: {
    fields: {
      requestId: 5,
      firmware: { location, retrieveDateTime: at, signingCertificate: certificate, signature: 'YWJj' },
    },
    replies: accepted,
    refusal: { status: 'InvalidCertificate' },
  },
};
export const NAMES = Object.keys(CASES) as Name[];
