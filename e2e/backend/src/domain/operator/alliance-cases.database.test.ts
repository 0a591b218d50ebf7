/**
 * The Open Charge Alliance's test cases of OCPP 1.6 for central systems, with a third-party client
 * in strict mode in place of its testing tool. `.docs/ocpp.md` lists all of them; those that need
 * TLS or another handshake are in the tests of the connection.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { createRPCError } from 'ocpp-rpc';
import * as z from 'zod/mini';
import { eq } from '../../platform/database/orm.ts';
import { idTags } from '../../platform/database/schema.ts';
import { strictClient } from '../charge-points/raw-charge-point.testing.ts';
import { changeSecret } from '../charge-points/secrets.ts';
import { addCard } from '../charging/charges.testing.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
} from '../charging/network.testing.ts';
import { groupOf } from '../tags/id-tag.ts';
import { CASES } from './command-cases.testing.ts';
import { addOperator, command } from './operator.testing.ts';

let network: Network;
let operator: string;
let code = 32_000;
beforeAll(async () => {
  // Outside of the sandbox, unknown cards are refused.
  network = await openNetwork({ sandbox: false });
  operator = (await addOperator(network.backend, network.brandId)).token;
});
afterAll(() => network.backend.close());

type Fields = Record<string, unknown>;
type Station = Awaited<ReturnType<typeof openStation>>;
type Step = (station: Station) => Promise<void>;

/** Connects a charge point with one free connector, and adds a driver with a card. */
async function openStation() {
  code += 1;
  const id = `OCTT-${code}`;
  await addChargePoint(network, id, String(code));
  const password = (await changeSecret(network.backend.context, 'create', id)) ?? null;
  const driver = await addDriver(network, 10_000);
  const card = `CARD-${code}`;
  await addCard(network, driver.id, card);
  const service = `SERVICE-${code}`;
  await network.backend.context.db.insert(idTags).values({ tag: service, label: 'Teste' });
  const client = strictClient(network.backend.url, id, { password });
  const replies = new Map<string | undefined, Fields>([
    ['GetConfiguration', { configurationKey: [] }],
    ['ChangeConfiguration', { status: 'Accepted' }],
  ]);
  // The tag of the charge, and the id that it gets.
  const charge = { tag: card, transactionId: 0 };
  const received: { method: string | undefined; params: unknown }[] = [];
  client.handle(async ({ method, params }) => {
    const reply = replies.get(method);
    received.push({ method, params });
    if (!reply) throw createRPCError('NotImplemented');
    if (method === 'RemoteStartTransaction') charge.tag = String(params?.idTag);
    return reply;
  });
  await client.connect();
  const app = apiClient(network.backend, driver);
  return { id, number: `${code}-1`, client, replies, received, charge, card, service, driver, app };
}

const now = () => new Date().toISOString();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** The charge point sends a message, and gets a confirmation with these fields. */
const sends =
  (method: string, params: Fields | ((station: Station) => Fields), expected: Fields = {}): Step =>
  async (station) => {
    const given = typeof params === 'function' ? params(station) : params;
    const confirmation = await station.client.call(method, given);
    expect(confirmation, method).toMatchObject(expected);
    const { data } = z.object({ transactionId: z.number() }).safeParse(confirmation);
    if (data) station.charge.transactionId = data.transactionId;
  };
const reports = (...statuses: string[]): Step[] =>
  statuses.map((status) =>
    sends('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: now() }),
  );
const fails = (errorCode: string): Step =>
  sends('StatusNotification', { connectorId: 1, status: 'Faulted', errorCode });
const boots: Step[] = [
  sends('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' }, { status: 'Accepted' }),
  sends('StatusNotification', { connectorId: 0, status: 'Available', errorCode: 'NoError' }),
  ...reports('Available'),
];
const authorizes = (status = 'Accepted', idTag?: string): Step =>
  sends('Authorize', ({ charge }) => ({ idTag: idTag ?? charge.tag }), { idTagInfo: { status } });
const begins = (status = 'Accepted', fields: Fields = {}): Step =>
  sends(
    'StartTransaction',
    ({ charge }) => ({ connectorId: 1, idTag: charge.tag, meterStart: 0, timestamp: now(), ...fields }),
    { idTagInfo: { status } },
  );
const ends = (reason: string, timestamp = now): Step =>
  sends('StopTransaction', ({ charge: { transactionId } }) => ({
    transactionId,
    meterStop: 10,
    timestamp: timestamp(),
    reason,
  }));

/** The driver's card has a date, or is blocked. */
const changesCard =
  (changes: Partial<typeof idTags.$inferInsert>): Step =>
  async ({ card }) => {
    await network.backend.context.db.update(idTags).set(changes).where(eq(idTags.tag, card));
  };
/** Another card of the driver's account begins the charge for which the first one has a reservation. */
const usesAnotherCard: Step = async (station) => {
  const { driver, charge } = station;
  charge.tag = `B${charge.tag}`;
  await addCard(network, driver.id, charge.tag);
  const idTagInfo = { status: 'Accepted', parentIdTag: groupOf(network.backend.context, driver.id) };
  await sends('Authorize', { idTag: charge.tag }, { idTagInfo })(station);
  const fields = { connectorId: 1, idTag: charge.tag, meterStart: 0, timestamp: now(), reservationId: 7 };
  await sends('StartTransaction', fields, { idTagInfo })(station);
};
/** The reservation of the driver's card that the charge point received names the card's group. */
const receivesGroup: Step = async ({ driver, received }) => {
  expect(received.at(-1)?.params).toMatchObject({ parentIdTag: groupOf(network.backend.context, driver.id) });
};

/** The operator sends a command, to which the charge point replies. */
const commands =
  (
    name: keyof typeof CASES,
    reply: Fields,
    fields: (station: Station) => Fields = () => CASES[name].fields,
  ): Step =>
  async (station) => {
    station.replies.set(name, reply);
    const body = { command: name, ...fields(station) };
    const { response } = await command(network.backend, operator, station.id, body);
    expect(response).toMatchObject(
      name === 'GetConfiguration'
        ? { result: 'configuration', ...reply }
        : { result: 'replied', status: 'Accepted', ...pick(reply) },
    );
  };
const pick = ({ status }: Fields) => (status === undefined ? {} : { status });
const accepted = { status: 'Accepted' };
const rejected = { status: 'Rejected' };

/** The driver starts or stops a charge in the app. */
const starts =
  (status = 'Accepted'): Step =>
  async ({ app, number, replies }) => {
    replies.set('RemoteStartTransaction', { status });
    expect((await app.start(number)).status).toBe(status);
  };
const stops =
  (status = 'Accepted'): Step =>
  async ({ app, id, replies, charge }) => {
    replies.set('RemoteStopTransaction', { status });
    expect((await app.stop(id, charge.transactionId)).status).toBe(status);
  };

const charges = [authorizes(), ...reports('Preparing'), begins(), ...reports('Charging')];
const chargesByApp = [starts(), authorizes(), ...reports('Preparing'), begins(), ...reports('Charging')];
const firmware = (...statuses: string[]) =>
  statuses.map((status) => sends('FirmwareStatusNotification', { status }));
const signedFirmware = (...statuses: string[]) =>
  statuses.map((status) => sends('SignedFirmwareStatusNotification', { status, requestId: 5 }));
const uploads = (...statuses: string[]) =>
  statuses.map((status) => sends('DiagnosticsStatusNotification', { status }));
const securityEvent = (type: string) => sends('SecurityEventNotification', { type, timestamp: now() });
const heartbeat = sends('Heartbeat', {}, { currentTime: expect.any(String) });
const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
const reserved = [commands('ReserveNow', accepted), ...reports('Reserved')];
const triggers = (requestedMessage: string, ...sent: Step[]) => [
  commands('TriggerMessage', accepted, () => ({ requestedMessage })),
  ...sent,
];
const profileOf = (chargingProfilePurpose: string, fields: Fields = {}) => ({
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose,
  chargingProfileKind: 'Absolute',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 6 }] },
  ...fields,
});

const STEPS: Record<string, Step[]> = {
  TC_001_CSMS: [...boots, heartbeat],
  TC_003_CSMS: [...reports('Preparing'), authorizes(), begins(), ...reports('Charging')],
  TC_004_1_CSMS: charges,
  TC_004_2_CSMS: [authorizes(), ...reports('Preparing', 'Available')],
  TC_005_1_CSMS: [
    ...charges,
    ...reports('SuspendedEV'),
    ends('EVDisconnected'),
    ...reports('Finishing', 'Available'),
  ],
  TC_007_CSMS: [...reports('Preparing'), begins(), ...reports('Charging')],
  TC_061_CSMS: [commands('ClearCache', accepted)],
  TC_010_CSMS: [...reports('Preparing'), starts(), authorizes(), begins(), ...reports('Charging')],
  TC_011_1_CSMS: chargesByApp,
  TC_011_2_CSMS: [starts(), authorizes(), ...reports('Preparing', 'Available')],
  TC_012_CSMS: [...chargesByApp, stops(), ends('Remote'), ...reports('Finishing', 'Available')],
  TC_013_CSMS: [commands('Reset', accepted, () => ({ type: 'Hard' })), ...boots],
  TC_014_CSMS: [commands('Reset', accepted, () => ({ type: 'Soft' })), ...boots],
  TC_017_1_CSMS: [commands('UnlockConnector', { status: 'Unlocked' })],
  TC_017_2_CSMS: [commands('UnlockConnector', { status: 'NotSupported' })],
  TC_018_1_CSMS: [
    ...charges,
    commands('UnlockConnector', { status: 'Unlocked' }),
    ends('UnlockCommand'),
    ...reports('Finishing', 'Available'),
  ],
  TC_019_1_CSMS: [
    commands(
      'GetConfiguration',
      { configurationKey: [{ key: 'A', readonly: true, value: '1' }] },
      () => ({}),
    ),
  ],
  TC_019_2_CSMS: [
    commands('GetConfiguration', { configurationKey: [{ key: 'A', readonly: false, value: '1' }] }),
  ],
  TC_021_CSMS: [commands('ChangeConfiguration', accepted)],
  TC_023_1_CSMS: [...reports('Preparing'), authorizes('Invalid', 'UNKNOWN')],
  TC_023_2_CSMS: [
    ...reports('Preparing'),
    changesCard({ validUntil: new Date(Date.now() - 60_000) }),
    authorizes('Expired'),
  ],
  TC_023_3_CSMS: [
    ...reports('Preparing'),
    changesCard({ blockedAt: new Date(Date.now() - 60_000) }),
    authorizes('Blocked'),
  ],
  TC_024_CSMS: [authorizes(), ...reports('Preparing'), fails('ConnectorLockFailure')],
  TC_026_CSMS: [starts('Rejected')],
  TC_028_CSMS: [...chargesByApp, stops('Rejected')],
  TC_030_CSMS: [commands('UnlockConnector', { status: 'UnlockFailed' })],
  TC_031_CSMS: [commands('UnlockConnector', { status: 'NotSupported' }, () => ({ connectorId: 9 }))],
  TC_032_1_CSMS: [...charges, ...boots.slice(0, 1), ends('PowerLoss'), ...reports('Available')],
  TC_037_1_CSMS: [begins('Accepted', { timestamp: ago(5) }), ...reports('Charging')],
  TC_037_3_CSMS: [
    begins('Invalid', { idTag: 'UNKNOWN', timestamp: ago(5) }),
    ends('DeAuthorized'),
    ...reports('Finishing', 'Available'),
  ],
  TC_039_CSMS: [
    begins('Accepted', { timestamp: ago(9) }),
    ends('Local', () => ago(5)),
    ...reports('Available'),
  ],
  TC_040_1_CSMS: [commands('ChangeConfiguration', { status: 'NotSupported' })],
  TC_040_2_CSMS: [commands('ChangeConfiguration', rejected)],
  TC_064_CSMS: [
    sends('DataTransfer', { vendorId: 'v', messageId: 'm', data: 'd' }, { status: 'UnknownVendorId' }),
  ],

  TC_042_1_CSMS: [commands('GetLocalListVersion', { listVersion: -1 })],
  TC_042_2_CSMS: [commands('GetLocalListVersion', { listVersion: 0 })],
  TC_043_1_CSMS: [commands('SendLocalList', { status: 'NotSupported' })],
  TC_043_3_CSMS: [commands('SendLocalList', { status: 'Failed' })],
  TC_043_4_CSMS: [
    commands('SendLocalList', accepted, () => ({ ...CASES.SendLocalList.fields, updateType: 'Full' })),
  ],
  TC_043_5_CSMS: [commands('SendLocalList', accepted)],

  TC_044_1_CSMS: [
    commands('UpdateFirmware', {}),
    ...firmware('Downloading', 'Downloaded', 'Installing'),
    ...boots,
    ...firmware('Installed'),
  ],
  TC_044_2_CSMS: [commands('UpdateFirmware', {}), ...firmware('Downloading', 'DownloadFailed')],
  TC_044_3_CSMS: [
    commands('UpdateFirmware', {}),
    ...firmware('Downloading', 'Downloaded', 'Installing', 'InstallationFailed'),
  ],
  TC_045_1_CSMS: [commands('GetDiagnostics', { fileName: 'log.zip' }), ...uploads('Uploading', 'Uploaded')],
  TC_045_2_CSMS: [
    commands('GetDiagnostics', { fileName: 'log.zip' }),
    ...uploads('Uploading', 'UploadFailed'),
  ],

  TC_046_CSMS: [...reserved, authorizes(), begins('Accepted', { reservationId: 7 }), ...reports('Charging')],
  TC_047_CSMS: [...reserved, ...reports('Available')],
  TC_048_1_CSMS: [commands('ReserveNow', { status: 'Faulted' })],
  TC_048_2_CSMS: [commands('ReserveNow', { status: 'Occupied' })],
  TC_048_3_CSMS: [commands('ReserveNow', { status: 'Unavailable' })],
  TC_048_4_CSMS: [commands('ReserveNow', rejected)],
  TC_049_CSMS: [
    commands('ReserveNow', accepted, () => ({ ...CASES.ReserveNow.fields, connectorId: 0 })),
    authorizes(),
    begins('Accepted', { reservationId: 7 }),
    ...reports('Charging'),
  ],
  TC_051_CSMS: [...reserved, commands('CancelReservation', accepted), ...reports('Available')],
  TC_052_CSMS: [commands('CancelReservation', rejected)],

  TC_053_CSMS: [
    commands('ReserveNow', accepted, ({ card }) => ({
      connectorId: 1,
      expiryDate: new Date(Date.now() + 3_600_000).toISOString(),
      idTag: card,
      reservationId: 7,
    })),
    receivesGroup,
    ...reports('Reserved'),
    usesAnotherCard,
    ...reports('Charging'),
  ],

  TC_054_CSMS: [
    ...triggers('BootNotification', ...boots.slice(0, 1)),
    ...triggers('DiagnosticsStatusNotification', ...uploads('Idle')),
    ...triggers('FirmwareStatusNotification', ...firmware('Idle')),
    ...triggers('Heartbeat', heartbeat),
    ...triggers(
      'MeterValues',
      sends('MeterValues', {
        connectorId: 1,
        meterValue: [{ timestamp: now(), sampledValue: [{ value: '0', context: 'Trigger' }] }],
      }),
    ),
    ...triggers('StatusNotification', ...reports('Available')),
  ],
  TC_055_CSMS: [commands('TriggerMessage', rejected)],

  TC_056_CSMS: [
    commands('SetChargingProfile', accepted, () => ({
      connectorId: 1,
      csChargingProfiles: profileOf('TxDefaultProfile'),
    })),
  ],
  TC_057_CSMS: [
    ...charges,
    commands('SetChargingProfile', accepted, ({ charge: { transactionId } }) => ({
      connectorId: 1,
      csChargingProfiles: profileOf('TxProfile', { transactionId }),
    })),
  ],
  TC_059_CSMS: [
    ...reports('Preparing'),
    commands('RemoteStartTransaction', accepted, ({ service }) => ({
      connectorId: 1,
      idTag: service,
      chargingProfile: profileOf('TxProfile'),
    })),
    authorizes(),
    begins(),
    ...reports('Charging'),
  ],
  TC_066_CSMS: [commands('GetCompositeSchedule', CASES.GetCompositeSchedule.replies)],
  TC_067_CSMS: [commands('SetChargingProfile', accepted), commands('ClearChargingProfile', accepted)],

  TC_074_CSMS: [
    commands('ExtendedTriggerMessage', accepted),
    sends('SignCertificate', { csr }, accepted),
    commands('CertificateSigned', accepted),
  ],
  TC_075_1_CSMS: [
    commands('InstallCertificate', accepted, () => ({
      ...CASES.InstallCertificate.fields,
      certificateType: 'ManufacturerRootCertificate',
    })),
    commands('GetInstalledCertificateIds', CASES.GetInstalledCertificateIds.replies),
  ],
  TC_075_2_CSMS: [
    commands('InstallCertificate', accepted),
    commands('GetInstalledCertificateIds', CASES.GetInstalledCertificateIds.replies, () => ({
      certificateType: 'CentralSystemRootCertificate',
    })),
  ],
  TC_076_CSMS: [
    commands('GetInstalledCertificateIds', CASES.GetInstalledCertificateIds.replies),
    commands('DeleteCertificate', accepted),
  ],
  TC_077_CSMS: [
    sends('SignCertificate', { csr }, accepted),
    commands('CertificateSigned', rejected),
    securityEvent('InvalidChargePointCertificate'),
  ],
  TC_078_CSMS: [commands('InstallCertificate', rejected), securityEvent('InvalidCentralSystemCertificate')],
  TC_079_CSMS: [
    commands('GetLog', { status: 'Accepted', filename: 'security.log' }),
    ...['Uploading', 'Uploaded'].map((status) => sends('LogStatusNotification', { status, requestId: 4 })),
  ],
  TC_080_CSMS: [
    commands('SignedUpdateFirmware', accepted),
    ...signedFirmware('Downloading', 'Downloaded', 'SignatureVerified', 'Installing', 'InstallRebooting'),
    ...boots,
    securityEvent('FirmwareUpdated'),
    ...signedFirmware('Installed'),
  ],
  TC_081_CSMS: [
    commands('SignedUpdateFirmware', accepted),
    ...signedFirmware('Downloading', 'Downloaded', 'InvalidSignature'),
    securityEvent('InvalidFirmwareSignature'),
  ],
};

test("begins no charge with a driver's card, a start from the app or an unknown tag for an operator", async () => {
  const station = await openStation();
  for (const step of [...reports('Available'), starts()]) await step(station);
  for (const idTag of [station.card, station.charge.tag, 'UNKNOWN']) {
    const body = { command: 'RemoteStartTransaction', connectorId: 1, idTag };
    expect(await command(network.backend, operator, station.id, body)).toMatchObject({
      status: 409,
      code: 'NOT_AN_OWN_CARD',
    });
  }
  expect(station.received.filter(({ method }) => method === 'RemoteStartTransaction')).toHaveLength(1);
  await station.client.close({ force: true });
});

test.each(Object.entries(STEPS))('%s', async (_, steps) => {
  const station = await openStation();
  for (const step of [...reports('Available'), ...steps]) await step(station);
  await station.client.close({ force: true });
});
