import { expect, test } from '@rstest/core';
import { type EndedCharge, stopReasonOf, stopReasonText } from './stop-reason.ts';

const reasonOf = (ocppReason: string | undefined, known: Partial<EndedCharge> = {}) =>
  stopReasonOf({ ocppReason, requestedBy: undefined, faulted: false, soc: null, ...known });

test.each([
  ['DeAuthorized', 'operator'],
  ['EmergencyStop', 'charger'],
  ['EVDisconnected', 'unplugged'],
  ['HardReset', 'operator'],
  ['Local', 'charger'],
  ['Other', undefined],
  ['PowerLoss', 'power'],
  ['Reboot', 'fault'],
  ['Remote', 'operator'],
  ['SoftReset', 'operator'],
  ['UnlockCommand', 'operator'],
  ['ImmediateReset', 'operator'],
  ['GroundFault', 'fault'],
  ['MasterPass', 'operator'],
  ['SOCLimitReached', 'full'],
  ['TimeLimitReached', 'charger'],
  ['StoppedByEV', undefined],
  // A missing reason means Local (OCPP 1.6 §6.45).
  [undefined, 'charger'],
  ['of a later standard', undefined],
])('maps the OCPP reason %s to %s', (ocppReason, reason) => {
  expect(reasonOf(ocppReason)).toBe(reason);
});

test('names who requested the stop, unless the charge point reports another cause', () => {
  for (const requestedBy of ['driver', 'credit'] as const)
    for (const ocppReason of ['Remote', 'Other', undefined])
      expect(reasonOf(ocppReason, { requestedBy })).toBe(requestedBy);
  expect(reasonOf('PowerLoss', { requestedBy: 'driver' })).toBe('power');
  expect(reasonOf('EVDisconnected', { requestedBy: 'credit' })).toBe('unplugged');
});

test('names a fault when the charge point gives no cause but reports a fault', () => {
  expect(reasonOf('Other', { faulted: true })).toBe('fault');
  expect(reasonOf('Local', { faulted: true })).toBe('charger');
});

test('calls the battery full only if the car reports it', () => {
  expect(reasonOf('EVDisconnected', { soc: 100 })).toBe('full');
  expect(reasonOf('EVDisconnected', { soc: 80 })).toBe('unplugged');
  expect(reasonOf('PowerLoss', { soc: 100 })).toBe('power');
});

test('has a text for each reason, and none for an unknown or absent one', () => {
  expect(stopReasonText('credit')).toBe('Créditos esgotados');
  expect(stopReasonText('toString')).toBeUndefined();
  expect(stopReasonText(undefined)).toBeUndefined();
});
