/** The second copy of OCPP 2.0.1's schemas refuses what is malformed. */
import { expect, test } from '@rstest/core';
import { createFrameCheck, violationsOf } from './second-schemas.testing.ts';

const START = { remoteStartId: 1, idToken: { idToken: 'CARD', type: 'Central' } };

test('accepts a call and its reply', () => {
  expect(violationsOf('RequestStartTransaction', START, { status: 'Accepted' })).toEqual([]);
});

test.each<[string, string, object]>([
  ['of no name', 'RemoteStartTransaction', START],
  ['without a field', 'RequestStartTransaction', { remoteStartId: 1 }],
  ['with a field of another type', 'RequestStartTransaction', { ...START, remoteStartId: '1' }],
  [
    'with an unknown word',
    'RequestStartTransaction',
    { ...START, idToken: { idToken: 'CARD', type: 'Card' } },
  ],
  [
    'with too long a text',
    'RequestStartTransaction',
    { ...START, idToken: { idToken: 'C'.repeat(37), type: 'Central' } },
  ],
  ['with a field of OCPP 1.6', 'RequestStartTransaction', { ...START, connectorId: 1 }],
  [
    'with an unknown field further in',
    'RequestStartTransaction',
    { ...START, idToken: { ...START.idToken, parentIdTag: 'A' } },
  ],
  ['with a time that is none', 'ReserveNow', { ...START, id: 1, expiryDateTime: 'tomorrow' }],
])('refuses a call %s', (_, method, params) => {
  expect(violationsOf(method, params)).not.toEqual([]);
});

test.each<[string, object]>([
  ['without a field', {}],
  ['with an unknown word', { status: 'Perhaps' }],
  ['with a field that the standard lacks', { status: 'Accepted', note: '' }],
])('refuses a reply %s', (_, reply) => {
  expect(violationsOf('RequestStartTransaction', START, reply)).not.toEqual([]);
});

test.each([
  ['a reply without a call', [3, '2', {}]],
  ['a reply to a call of its own side', [3, '1', { currentTime: '2030-01-01T00:00:00Z' }]],
  ['an error with an unknown code', [4, '1', 'Strange', '', {}]],
  ['no message', [5, '1']],
])('refuses %s', (_, frame) => {
  const check = createFrameCheck();
  expect(check('[2,"1","Heartbeat",{}]', true)).toEqual([]);
  expect(check(JSON.stringify(frame), true)).not.toEqual([]);
});
