import { expect, test } from '@rstest/core';
import { calls } from './calls.ts';
import { instant, shownText } from './fields.ts';
import { readLeniently } from './lenient.ts';

test.each([
  ['Oficina Faísca', 'Oficina Faísca'],
  ['\u202eoriC', 'oriC'],
  ['a\u2066b\u2067c\u2068d\u2069e\u202af\u202bg\u202ch\u202di\u061cj\u200ek\u200fl', 'abcdefghijkl'],
  ['Rua A,\r\n\t10', 'Rua A, 10'],
  ['a\u0000\u001b[31m\u009b', 'a[31m'],
  // Marks inside words and emoji stay.
  ['می\u200cخواهم 👩\u200d🔧', 'می\u200cخواهم 👩\u200d🔧'],
  ['\u200b\u2060\u00ad \u202e', ''],
  ['', ''],
])('reads the shown text %j as %j', (given, shown) => {
  expect(shownText.parse(given)).toBe(shown);
});

test.each([
  ['2026-11-30T12:00:00', '2026-11-30T12:00:00Z'],
  ['2026-11-30T12:00:00.5Z', '2026-11-30T12:00:00.5Z'],
  ['2026-11-30T12:00:00-03:00', '2026-11-30T12:00:00-03:00'],
  ['2026-11-30', '2026-11-30'],
])('reads the instant %s as %s, in UTC unless it says otherwise', (given, read) => {
  expect(instant.parse(given)).toBe(read);
});

test.each([
  [calls.startCharge.body, { ChargePointID: 'a-1' }, ['uvId', 'udcId']],
  [calls.changePassword.body, { newPassword: 'a' }, ['oldPassword']],
  [calls.addPushToken.body, { PushToken: 'a' }, ['Platform', 'IsLoggedIn', 'AppVersion']],
  [calls.addPaymentMethod.body, { description: 'visa', token: 'a', cpf_cnpj: '5' }, ['set_as_default']],
  [calls.changeProfile.body, { id: 1, email: 'a', name: 'b' }, ['phoneNumber', 'cpf', 'birthdate']],
] as const)(
  'reads a request without its optional fields, or with null in them: %#',
  (schema, body, optional) => {
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    const absent = schema.safeParse(body);
    expect(absent.error).toBeUndefined();
    expect(schema.safeParse({ ...body, ...nulls })).toEqual(absent);
  },
);

/** Texts of users in responses and requests, each as a value with the schema that reads it. */
const texts = [
  [calls.userProfile.response, { id: 1, name: '?' }],
  [calls.vehicle.response, { uvId: 1, uvName: '?', uvLicencePlate: '?', uvVm: { vmName: '?' } }],
  [calls.chargerSite.response, { csId: 1, csName: '?', csFormattedAddress: '?' }],
  [calls.history.response, [{ uwhId: 1, uwhAmmount: 1, uwhUwttId: 1, orderItemDesc: '?' }]],
  [calls.userTransaction.response, { transactionId: 1, uvName: '?', chargerSite: { csId: 1, csName: '?' } }],
  [calls.valetQueue.response, [{ cqId: 1, cqCustomId: '?', cqUvLicencePlate: '?', chargePointName: '?' }]],
  [calls.coupons.response, { items: [{ udcId: 1, dcCode: '?' }] }],
  [calls.paymentMethod.response, { id: 1, description: '?', data: { holder_name: '?' } }],
  [
    calls.siteBoard.response,
    { csName: '?', count: 1, connectors: [{ connectorId: 1, name: '?', uvName: '?' }] },
  ],
  [calls.brand.response, { appId: 1, appDisplayName: '?', brandName: '?' }],
  [calls.register.body, { name: '?', email: 'a', password: 'b' }],
  [calls.addVehicle.body, { uvAnuId: 1, uvVmId: 1, uvName: '?', uvLicencePlate: '?' }],
  [calls.addToValetQueue.body, { cqCsId: 1, cqUvLicencePlate: '?', cqCustomId: '?' }],
] as const;

test.each(texts)('removes characters that change the direction of text: %#', (schema, value) => {
  const json = JSON.stringify(value);
  const read = readLeniently(schema, JSON.parse(json.replaceAll('?', 'a\u202eb')));
  expect(JSON.stringify(read.data)).not.toContain('\u202e');
  expect(JSON.stringify(read.data).match(/"ab"/g)).toHaveLength(json.match(/\?/g)?.length ?? 0);
});
