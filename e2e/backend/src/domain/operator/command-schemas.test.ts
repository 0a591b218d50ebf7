import { expect, test } from '@rstest/core';
import { ChargePointCommand } from '@shared/contract/operator';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import validators from 'ocpp-rpc/lib/standard-validators.js';
import { CASES, type Fields, type Name } from './command-cases.testing.ts';

const RUNS = runCount('COMMAND', 300, 20_000);
const standard = validators.find(({ subprotocol }) => subprotocol === 'ocpp1.6');

/** Expects a command that the contract accepts to match the standard's schema. */
function expectStandard(name: Name, fields: Fields) {
  const { success } = ChargePointCommand.safeParse({ command: name, ...fields });
  if (success) expect(() => standard?.validate(`urn:${name}.req`, fields)).not.toThrow();
  return success;
}

const time = fc
  .constantFrom('2026-03-05', '2024-02-29', '2023-02-29', '2026-13-01')
  .chain((day) =>
    fc
      .tuple(
        fc.constantFrom('T18:00', 'T18:00:00', 'T23:59:59.123', 'T24:00:00', ' 18:00:00', 'T18:00:60'),
        fc.constantFrom('Z', '', '-03:00', '+0300', '+14:00', '-3'),
      )
      .map(([clock, zone]) => `${day}${clock}${zone}`),
  );
const url = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'grapheme' }).map((path) => `ftp://user:pass@files.example/${path}`),
  fc.string().map((text) => `https:${text}`),
);

test('the standard accepts every address and time that the contract accepts', () => {
  let accepted = 0;
  fc.assert(
    fc.property(url, time, (location, retrieveDate) => {
      if (expectStandard('UpdateFirmware', { location, retrieveDate })) accepted += 1;
      expectStandard('UpdateFirmware', { ...CASES.UpdateFirmware.fields, location });
    }),
    { numRuns: RUNS, examples: [['https://files.example/a', '2026-03-05T18:00:00Z']] },
  );
  expect(accepted).toBeGreaterThan(0);
});

const PROFILE = {
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
};

test('the standard accepts every charging limit that the contract accepts', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double(),
        fc.integer({ min: 0, max: 10_000_000 }).map((tenths) => tenths / 10),
      ),
      (limit) => {
        const chargingSchedule = {
          chargingRateUnit: 'W',
          chargingSchedulePeriod: [{ startPeriod: 0, limit }],
        };
        const isAccepted = expectStandard('SetChargingProfile', {
          connectorId: 1,
          csChargingProfiles: { ...PROFILE, chargingSchedule },
        });
        // One decimal is what an operator may set.
        if (Number.isInteger(limit) && limit >= 0 && limit <= 1_000_000) expect(isAccepted).toBe(true);
      },
    ),
    { numRuns: RUNS },
  );
});
