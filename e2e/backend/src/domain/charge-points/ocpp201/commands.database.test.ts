/** Each command as a call of OCPP 2.0.1: requests and replies match the schemas of both versions, those of 2.0.1 in two copies. */
import { expect, test } from '@rstest/core';
import { eq } from '../../../platform/database/orm.ts';
import { connectors } from '../../../platform/database/schema.ts';
import { setUpCharges } from '../../charging/charges.testing.ts';
import type { CallResult, Params } from '../calls.ts';
import { createExchange } from '../exchange.ts';
import { violationsOf } from '../second-schemas.testing.ts';
import { remoteStartIdOf } from './authorization.ts';
import { createTranslation } from './commands.ts';
import { createInventory } from './inventory.ts';

const charges = setUpCharges();

/** A charge point with two connectors at EVSE 1 and one at EVSE 2, and a charge on the third. */
async function setUp() {
  const { context, id, begins } = await charges.setUp(0, 3);
  const { db } = context;
  const places = [
    { evseId: 1, evseConnectorId: 1 },
    { evseId: 1, evseConnectorId: 2 },
    { evseId: 2, evseConnectorId: 1 },
  ];
  const rows = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
  for (const [n, { connectorId }] of rows.entries())
    await db
      .update(connectors)
      .set(places[n] ?? {})
      .where(eq(connectors.connectorId, connectorId));
  const { transactionId } = await begins('CARD', { connectorId: 3, stationTransactionId: 'own-id' });
  return { context, id, transactionId };
}

const old = createExchange('ocpp1.6', () => undefined);
const station = createExchange('ocpp2.0.1', () => undefined);

/** Sends a command to a charge point that replies `reply` to each call. */
async function send(command: string, params: Params, reply: Params = { status: 'Accepted' }) {
  const { context, id, transactionId } = await setUp();
  const filled = JSON.parse(JSON.stringify(params).replaceAll('"CHARGE"', String(transactionId)));
  const calls: [string, Params][] = [];
  const inventory = createInventory(context);
  const call = async (method: string, sent: Params): Promise<CallResult> => {
    expect(station.findViolation(`${method}.req`, sent)).toBeUndefined();
    expect(station.findViolation(`${method}.conf`, reply)).toBeUndefined();
    expect(violationsOf(method, sent, reply)).toEqual([]);
    calls.push([method, sent]);
    return { reply };
  };
  const result = await createTranslation(context, { chargePointId: id, inventory })(call)(
    command,
    filled,
    1000,
  );
  return { calls, result };
}

const IN_2030 = '2030-01-01T00:00:00.000Z';
const schedule = { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 11_000 }] };
const hash = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'aa',
  issuerKeyHash: 'bb',
  serialNumber: '01',
};

test.each<[string, Params, string, Params]>([
  [
    'RemoteStopTransaction',
    { transactionId: 'CHARGE' },
    'RequestStopTransaction',
    { transactionId: 'own-id' },
  ],
  [
    'RemoteStartTransaction',
    {
      connectorId: 3,
      idTag: '04A1B2C3D4E5F6',
      chargingProfile: {
        chargingProfileId: 2,
        stackLevel: 0,
        chargingProfilePurpose: 'TxProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: schedule,
      },
    },
    'RequestStartTransaction',
    {
      evseId: 2,
      remoteStartId: remoteStartIdOf('04A1B2C3D4E5F6'),
      idToken: { idToken: '04A1B2C3D4E5F6', type: 'ISO14443' },
      chargingProfile: {
        id: 2,
        stackLevel: 0,
        chargingProfilePurpose: 'TxProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: [{ id: 2, ...schedule }],
      },
    },
  ],
  ['Reset', { type: 'Soft' }, 'Reset', { type: 'OnIdle' }],
  ['Reset', { type: 'Hard' }, 'Reset', { type: 'Immediate' }],
  [
    'ChangeAvailability',
    { connectorId: 0, type: 'Inoperative' },
    'ChangeAvailability',
    { operationalStatus: 'Inoperative' },
  ],
  [
    'ChangeAvailability',
    { connectorId: 3, type: 'Operative' },
    'ChangeAvailability',
    { operationalStatus: 'Operative', evse: { id: 2, connectorId: 1 } },
  ],
  ['TriggerMessage', { requestedMessage: 'Heartbeat' }, 'TriggerMessage', { requestedMessage: 'Heartbeat' }],
  [
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', connectorId: 2 },
    'TriggerMessage',
    { requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 2 } },
  ],
  [
    'ExtendedTriggerMessage',
    { requestedMessage: 'SignChargePointCertificate' },
    'TriggerMessage',
    { requestedMessage: 'SignChargingStationCertificate' },
  ],
  [
    'ReserveNow',
    { connectorId: 3, expiryDate: IN_2030, idTag: '04A1B2C3D4E5F6', reservationId: 7 },
    'ReserveNow',
    {
      id: 7,
      expiryDateTime: IN_2030,
      idToken: { idToken: '04A1B2C3D4E5F6', type: 'ISO14443' },
      evseId: 2,
    },
  ],
  ['CancelReservation', { reservationId: 7 }, 'CancelReservation', { reservationId: 7 }],
  [
    'SetChargingProfile',
    {
      connectorId: 3,
      csChargingProfiles: {
        chargingProfileId: 1,
        transactionId: 'CHARGE',
        stackLevel: 0,
        chargingProfilePurpose: 'TxProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: schedule,
      },
    },
    'SetChargingProfile',
    {
      evseId: 2,
      chargingProfile: {
        id: 1,
        transactionId: 'own-id',
        stackLevel: 0,
        chargingProfilePurpose: 'TxProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: [{ id: 1, ...schedule }],
      },
    },
  ],
  ['ClearChargingProfile', { id: 1 }, 'ClearChargingProfile', { chargingProfileId: 1 }],
  [
    'ClearChargingProfile',
    { connectorId: 0, chargingProfilePurpose: 'ChargePointMaxProfile' },
    'ClearChargingProfile',
    { chargingProfileCriteria: { evseId: 0, chargingProfilePurpose: 'ChargingStationMaxProfile' } },
  ],
  [
    'SignedUpdateFirmware',
    { requestId: 5, firmware: { location: 'https://a/b', retrieveDateTime: IN_2030, signature: 'x' } },
    'UpdateFirmware',
    { requestId: 5, firmware: { location: 'https://a/b', retrieveDateTime: IN_2030, signature: 'x' } },
  ],
  [
    'GetLog',
    { logType: 'SecurityLog', requestId: 5, log: { remoteLocation: 'https://a/b' } },
    'GetLog',
    { logType: 'SecurityLog', requestId: 5, log: { remoteLocation: 'https://a/b' } },
  ],
  ['ClearCache', {}, 'ClearCache', {}],
  [
    'SendLocalList',
    {
      listVersion: 3,
      updateType: 'Full',
      localAuthorizationList: [{ idTag: 'CARD', idTagInfo: { status: 'Accepted', expiryDate: IN_2030 } }],
    },
    'SendLocalList',
    {
      versionNumber: 3,
      updateType: 'Full',
      localAuthorizationList: [
        {
          idToken: { idToken: 'CARD', type: 'Central' },
          idTokenInfo: { status: 'Accepted', cacheExpiryDateTime: IN_2030 },
        },
      ],
    },
  ],
  ['CertificateSigned', { certificateChain: 'x' }, 'CertificateSigned', { certificateChain: 'x' }],
  [
    'InstallCertificate',
    { certificateType: 'CentralSystemRootCertificate', certificate: 'x' },
    'InstallCertificate',
    { certificateType: 'CSMSRootCertificate', certificate: 'x' },
  ],
  ['DeleteCertificate', { certificateHashData: hash }, 'DeleteCertificate', { certificateHashData: hash }],
  ['DataTransfer', { vendorId: 'x' }, 'DataTransfer', { vendorId: 'x' }],
])('sends %s %j as %s', async (command, params, method, expected) => {
  const { calls, result } = await send(command, params);
  expect(calls).toEqual([[method, expected]]);
  expect(result).toEqual({ reply: { status: 'Accepted' } });
  expect(old.findViolation(`${command}.conf`, result.reply)).toBeUndefined();
});

test.each<[string, Params, Params, Params]>([
  [
    'UnlockConnector',
    { connectorId: 1 },
    { status: 'OngoingAuthorizedTransaction' },
    { status: 'UnlockFailed' },
  ],
  ['UnlockConnector', { connectorId: 1 }, { status: 'UnknownConnector' }, { status: 'NotSupported' }],
  ['GetLocalListVersion', {}, { versionNumber: 4 }, { listVersion: 4 }],
  [
    'GetDiagnostics',
    { location: 'https://a/b', startTime: IN_2030 },
    { status: 'Accepted', filename: 'log.zip' },
    { status: 'Accepted', fileName: 'log.zip' },
  ],
  [
    'GetCompositeSchedule',
    { connectorId: 3, duration: 60 },
    { status: 'Accepted', schedule: { evseId: 2, duration: 60, scheduleStart: IN_2030, ...schedule } },
    {
      status: 'Accepted',
      connectorId: 3,
      scheduleStart: IN_2030,
      chargingSchedule: { duration: 60, ...schedule },
    },
  ],
  [
    'GetInstalledCertificateIds',
    { certificateType: 'ManufacturerRootCertificate' },
    {
      status: 'Accepted',
      certificateHashDataChain: [
        { certificateType: 'ManufacturerRootCertificate', certificateHashData: hash },
      ],
    },
    { status: 'Accepted', certificateHashData: [hash] },
  ],
  [
    'ChangeConfiguration',
    { key: 'MeterValueSampleInterval', value: '30' },
    {
      setVariableResult: [
        {
          attributeStatus: 'UnknownVariable',
          component: { name: 'SampledDataCtrlr' },
          variable: { name: 'TxUpdatedInterval' },
        },
      ],
    },
    { status: 'NotSupported' },
  ],
  [
    'GetConfiguration',
    { key: ['meterValueSampleInterval', 'Cooling@1.Active', 'AuthorizationKey', 'NoVariable'] },
    {
      getVariableResult: [
        {
          attributeStatus: 'Accepted',
          attributeValue: '30',
          component: { name: 'SampledDataCtrlr' },
          variable: { name: 'TxUpdatedInterval' },
        },
        {
          attributeStatus: 'UnknownComponent',
          component: { name: 'Cooling', evse: { id: 1 } },
          variable: { name: 'Active' },
        },
        {
          attributeStatus: 'Rejected',
          component: { name: 'SecurityCtrlr' },
          variable: { name: 'BasicAuthPassword' },
        },
      ],
    },
    {
      configurationKey: [
        { key: 'meterValueSampleInterval', readonly: false, value: '30' },
        { key: 'AuthorizationKey', readonly: false },
      ],
      unknownKey: ['NoVariable', 'Cooling@1.Active'],
    },
  ],
])('returns the reply to %s %j', async (command, params, reply, expected) => {
  const { result } = await send(command, params, reply);
  expect(result).toEqual({ reply: expected });
});

test('unlocks the connector of an EVSE', async () => {
  const { calls } = await send('UnlockConnector', { connectorId: 2 }, { status: 'Unlocked' });
  expect(calls).toEqual([['UnlockConnector', { evseId: 1, connectorId: 2 }]]);
});

test('requests the status of every connector', async () => {
  const { calls } = await send('TriggerMessage', { requestedMessage: 'StatusNotification' });
  expect(calls.map(([, { evse }]) => evse)).toEqual([
    { id: 1, connectorId: 1 },
    { id: 1, connectorId: 2 },
    { id: 2, connectorId: 1 },
  ]);
});

test('sends a firmware update with a number of its own', async () => {
  const { calls } = await send('UpdateFirmware', { location: 'https://a/b', retrieveDate: IN_2030 });
  expect(calls).toEqual([
    [
      'UpdateFirmware',
      {
        requestId: expect.any(Number),
        firmware: { location: 'https://a/b', retrieveDateTime: IN_2030 },
      },
    ],
  ]);
});

test.each<[string, Params, CallResult]>([
  ['RemoteStopTransaction', { transactionId: 2_000_000 }, { reply: { status: 'Rejected' } }],
  ['RemoteStartTransaction', { connectorId: 9, idTag: 'X' }, { reply: { status: 'Rejected' } }],
  ['UnlockConnector', { connectorId: 9 }, { reply: { status: 'NotSupported' } }],
  ['ChangeConfiguration', { key: 'Unknown', value: '' }, { reply: { status: 'NotSupported' } }],
  ['GetFirmware', {}, { failure: 'error', errorCode: 'NotSupported' }],
])('does not send %s %j', async (command, params, expected) => {
  const { calls, result } = await send(command, params);
  expect(calls).toEqual([]);
  expect(result).toEqual(expected);
});
