import { createHash, X509Certificate } from 'node:crypto';
import * as z from 'zod/mini';
import type { Params } from './connection.ts';
import type { Connector, ConnectorHost } from './connector.ts';

/** Seconds between two steps of a download, an installation or an upload. */
const STEP = 3;

/** The part of a charge point that the commands use. */
export interface CommandTarget
  extends Pick<ConnectorHost, 'behaviour' | 'clock' | 'configuration' | 'profiles'> {
  readonly id: string;
  readonly connectors: readonly Connector[];
  call(method: string, params: Params): Promise<unknown>;
  afterResponse(task: () => void): void;
  reportAll(): void;
  drop(): Promise<void>;
  reset(kind: 'Soft' | 'Hard'): Promise<void>;
  sendBootNotification(): Promise<unknown>;
}

const LocalList = z.object({
  listVersion: z.number(),
  updateType: z.string(),
  localAuthorizationList: z._default(
    z.array(z.object({ idTag: z.string(), idTagInfo: z.optional(z.unknown()) })),
    [],
  ),
});
const Reservation = z.object({
  connectorId: z.number(),
  expiryDate: z.string(),
  idTag: z.string(),
  reservationId: z.number(),
});

/**
 * Returns the commands of the profiles beside OCPP's core, and of the security whitepaper. Files are
 * neither downloaded nor uploaded: only the progress is reported, and an address in the domain
 * `.invalid` fails.
 */
export function operatorCommands(chargePoint: CommandTarget): Record<string, (params: Params) => Params> {
  const { clock, connectors } = chargePoint;
  let listVersion = 0;
  const tags = new Set<string>();
  const certificates = new Map<string, { type: unknown; hashData: ReturnType<typeof hashDataOf> }>();
  const connectorOf = (id: unknown) => connectors.find((connector) => connector.id === id);

  /** Reports the steps up to `failure` or the end, one after another. */
  function report(method: string, location: unknown, steps: string[], failure: string, fields: Params = {}) {
    const fails = URL.parse(String(location))?.hostname.endsWith('.invalid') ?? true;
    const [first = failure] = steps;
    const reported = fails ? [first, failure] : steps;
    const send = ([status, ...rest]: string[]) => {
      if (status === undefined) return;
      // Nothing depends on a step that is lost with its connection.
      chargePoint.call(method, { status, ...fields }).catch(() => undefined);
      clock.after(STEP, () => send(rest));
    };
    chargePoint.afterResponse(() => send(reported));
  }

  return {
    DataTransfer: () => ({ status: 'UnknownVendorId' }),

    GetLocalListVersion: () => ({ listVersion }),
    SendLocalList: (params) => {
      const list = LocalList.parse(params);
      const isFull = list.updateType === 'Full';
      if (!isFull && list.listVersion <= listVersion) return { status: 'VersionMismatch' };
      if (isFull) tags.clear();
      for (const { idTag, idTagInfo } of list.localAuthorizationList)
        if (idTagInfo) tags.add(idTag);
        else tags.delete(idTag);
      ({ listVersion } = list);
      return { status: 'Accepted' };
    },

    ReserveNow: (params) => {
      const { connectorId, expiryDate, idTag, reservationId } = Reservation.parse(params);
      // Connector 0 would be any of them, which is optional (OCPP 1.6 §9.3.1).
      return {
        status: connectorOf(connectorId)?.reserve(reservationId, idTag, new Date(expiryDate)) ?? 'Rejected',
      };
    },
    CancelReservation: ({ reservationId }) => ({
      status: connectors.some((connector) => connector.cancelReservation(reservationId))
        ? 'Accepted'
        : 'Rejected',
    }),

    SetChargingProfile: (params) => ({
      status: chargePoint.behaviour.rejectProfiles ? 'Rejected' : chargePoint.profiles.set(params),
    }),
    ClearChargingProfile: (params) => ({ status: chargePoint.profiles.clear(params) }),
    GetCompositeSchedule: ({ connectorId, duration }) => {
      if (connectorId !== 0 && !connectorOf(connectorId)) return { status: 'Rejected' };
      return {
        status: 'Accepted',
        connectorId,
        scheduleStart: clock.now().toISOString(),
        chargingSchedule: { ...chargePoint.profiles.scheduleOf(connectorId), duration },
      };
    },

    UpdateFirmware: ({ location }) => {
      const steps = ['Downloading', 'Downloaded', 'Installing', 'Installed'];
      report('FirmwareStatusNotification', location, steps, 'DownloadFailed');
      return {};
    },
    GetDiagnostics: ({ location }) => {
      report('DiagnosticsStatusNotification', location, ['Uploading', 'Uploaded'], 'UploadFailed');
      return { fileName: `${chargePoint.id}-diagnostics.zip` };
    },
    GetLog: ({ log, logType, requestId }) => {
      const { remoteLocation } = z.object({ remoteLocation: z.string() }).parse(log);
      report('LogStatusNotification', remoteLocation, ['Uploading', 'Uploaded'], 'UploadFailure', {
        requestId,
      });
      return { status: 'Accepted', filename: `${chargePoint.id}-${logType}.log` };
    },
    SignedUpdateFirmware: ({ firmware, requestId }) => {
      const { location, signingCertificate } = z
        .object({ location: z.string(), signingCertificate: z.string() })
        .parse(firmware);
      if (!hashDataOf(signingCertificate)) return { status: 'InvalidCertificate' };
      const steps = ['Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'Installed'];
      report('SignedFirmwareStatusNotification', location, steps, 'DownloadFailed', { requestId });
      return { status: 'Accepted' };
    },

    // It has no key for a certificate of its own.
    CertificateSigned: () => ({ status: 'Rejected' }),
    GetInstalledCertificateIds: ({ certificateType }) => {
      const installed = [...certificates.values()].filter(({ type }) => type === certificateType);
      if (installed.length === 0) return { status: 'NotFound' };
      return { status: 'Accepted', certificateHashData: installed.map(({ hashData }) => hashData) };
    },
    InstallCertificate: ({ certificate, certificateType }) => {
      const hashData = hashDataOf(String(certificate));
      if (!hashData) return { status: 'Rejected' };
      certificates.set(JSON.stringify(hashData), { type: certificateType, hashData });
      return { status: 'Accepted' };
    },
    DeleteCertificate: ({ certificateHashData }) => {
      const wanted = JSON.stringify(certificateHashData).toLowerCase();
      const found = [...certificates.keys()].find((key) => key.toLowerCase() === wanted);
      return { status: found !== undefined && certificates.delete(found) ? 'Accepted' : 'NotFound' };
    },
  };
}

/**
 * Identifies a certificate, or returns undefined for anything else. Real charge points hash the DER
 * encoding of name and key as OCSP does; these are never compared with another implementation's.
 */
function hashDataOf(pem: string) {
  try {
    const { issuer, publicKey, serialNumber } = new X509Certificate(pem);
    const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
    const issuerKeyHash = hashOf(publicKey.export({ type: 'spki', format: 'der' }));
    return { hashAlgorithm: 'SHA256', issuerNameHash: hashOf(issuer), issuerKeyHash, serialNumber };
  } catch {
    return undefined;
  }
}
