import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { equalShareStrategy } from 'ocpp-smart-charge-engine/strategies';
import { EMPTY_STATE, STEP_W } from './site-power.ts';
import { targetsOf } from './targets.ts';

/** In ms since 1970. */
const NOW = 1_000_000;

test('cars that all want more get what an independent implementation of equal shares gives them', () => {
  const powers = fc.array(fc.constantFrom(3700, 7400, 22_000, 50_000, 150_000), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(powers, fc.integer({ min: 10, max: 300 }), (mostW, siteKw) => {
      const connectors = mostW.map((maxW, id) => ({
        chargePointId: `CP-${id}`,
        connectorId: 1,
        limits: ['site'],
        maxW,
        minW: 0,
        isOnline: true,
        state: EMPTY_STATE,
        charge: { transactionId: id, since: 0, car: 'ready' as const },
      }));
      const limits = new Map([['site', siteKw * 1000]]);
      const given = [...targetsOf({ limits, policy: 'fair', connectors }, NOW).values()];
      const shares = equalShareStrategy(
        mostW.map((maxW, transactionId) => ({
          transactionId,
          clientId: `CP-${transactionId}`,
          connectorId: 1,
          maxHardwarePowerKw: maxW / 1000,
          maxEvAcceptancePowerKw: Infinity,
          minChargeRateKw: 0,
          priority: 1,
          phases: 3 as const,
          addedAt: NOW,
        })),
        siteKw,
      );
      // Both round down: limits to 100 W, the shares to 10 W.
      for (const [i, { allocatedW }] of shares.entries())
        expect(Math.abs((given[i] ?? 0) - allocatedW)).toBeLessThanOrEqual(STEP_W);
      expect(given.reduce((sum, watts) => sum + watts, 0)).toBeLessThanOrEqual(siteKw * 1000);
    }),
  );
});
