import { expect, test } from '@rstest/core';
import { endNoticeKind } from './enqueue.ts';

test.each([
  ['driver', 'chargeEnded'],
  ['full', 'chargeEnded'],
  ['unplugged', 'chargeEnded'],
  ['charger', 'chargeEnded'],
  ['credit', 'chargeEnded'],
  ['connection', 'chargeEnded'],
  [undefined, 'chargeEnded'],
  ['operator', 'stoppedUnexpectedly'],
  ['fault', 'stoppedUnexpectedly'],
  ['power', 'stoppedUnexpectedly'],
] as const)('maps the stop reason %s to %s', (reason, kind) => {
  expect(endNoticeKind(reason)).toBe(kind);
});
