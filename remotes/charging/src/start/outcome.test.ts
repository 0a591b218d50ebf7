import { expect, test } from '@rstest/core';
import { ApiError } from '@shared/client';
import { isRefusal, outcomeOf, outcomeOfFailure } from './outcome.ts';

test.each([
  ['Accepted', '', { kind: 'accepted' }],
  ['Rejected', 'ERR_WALLET_LOW_BALANCE', { kind: 'noCredit' }],
  ['Rejected', 'ConcurrentTx', { kind: 'unavailable' }],
  ['Rejected', 'CONNECTOR_RESERVED', { kind: 'reserved' }],
  ['Rejected', 'VEHICLE_REQUIRED', { kind: 'vehicle' }],
  ['Rejected', 'VEHICLE_NOT_FOUND', { kind: 'vehicle' }],
  ['Rejected', '', { kind: 'unavailable' }],
  ['Error', 'Cupom inválido', { kind: 'couponError', message: 'Cupom inválido' }],
  ['TimedOut', '', { kind: 'unavailable' }],
  ['Whatever', '', { kind: 'unavailable' }],
  ['constructor', '', { kind: 'unavailable' }],
])('maps %s %j to %j', (status, info, outcome) => {
  expect(outcomeOf({ status, info })).toEqual(outcome);
});

test.each([
  ['CONNECTOR_UNAVAILABLE', true],
  ['IDEMPOTENCY_KEY_REUSED', false],
])('counts a 409 with %s as a refusal: %s', (code, expected) => {
  expect(isRefusal(new ApiError('status', 'POST /start', 409, { code }))).toBe(expected);
});

test.each([
  [422, { error: { code: 'ERR_DISCOUNTCOUPON_INACTIVE' } }, 'couponError'],
  [400, 'Error: DISCOUNTCOUPON_INVALID', 'couponError'],
  [409, { code: 'CONNECTOR_UNAVAILABLE' }, 'unavailable'],
  [503, { code: 'DISCOUNTCOUPON_INVALID' }, 'unavailable'],
])('reads a %i with the body %j as %s', (status, body, kind) => {
  expect(outcomeOfFailure(new ApiError('status', 'POST /start', status, body)).kind).toBe(kind);
});
