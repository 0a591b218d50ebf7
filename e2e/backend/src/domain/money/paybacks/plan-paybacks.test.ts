import { describe, expect, test } from '@rstest/core';
import { KEPT_REASONS } from '@shared/contract/payback';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { type PaidTopUp, planPaybacks } from './plan-paybacks.ts';

const topUp = (orderId: number, paidCents: number, more: Partial<PaidTopUp> = {}): PaidTopUp => ({
  orderId,
  paidCents,
  goneCents: 0,
  isPartial: true,
  ...more,
});

test('gives credit back to the newest top-up first', () => {
  expect(planPaybacks(9000, [topUp(3, 6000), topUp(2, 6000), topUp(1, 6000)])).toEqual({
    parts: [
      { orderId: 3, cents: 6000 },
      { orderId: 2, cents: 3000 },
    ],
    kept: [],
  });
});

test('gives no more of a top-up back than is left of it', () => {
  const topUps = [topUp(2, 6000, { goneCents: 5000 }), topUp(1, 2000, { goneCents: 2000 })];
  expect(planPaybacks(3000, topUps)).toEqual({
    parts: [{ orderId: 2, cents: 1000 }],
    kept: [{ reason: 'noPayment', cents: 2000 }],
  });
});

test('skips a payment that goes back in full only if less is left, and continues with an older one', () => {
  const inFull = { isPartial: false };
  const topUps = [topUp(3, 6000, inFull), topUp(2, 3000, inFull), topUp(1, 500)];
  expect(planPaybacks(5000, topUps)).toEqual({
    parts: [
      { orderId: 2, cents: 3000 },
      { orderId: 1, cents: 500 },
    ],
    kept: [{ reason: 'onlyInFull', cents: 1500 }],
  });
});

test('says why each part of the credit stays', () => {
  const topUps = [topUp(3, 1000, { obstacle: 'disputed' }), topUp(2, 2000, { obstacle: 'tooOld' })];
  expect(planPaybacks(4000, topUps)).toEqual({
    parts: [],
    kept: [
      { reason: 'disputed', cents: 1000 },
      { reason: 'tooOld', cents: 2000 },
      { reason: 'noPayment', cents: 1000 },
    ],
  });
});

test('plans nothing without credit', () => {
  expect(planPaybacks(0, [topUp(1, 1000)])).toEqual({ parts: [], kept: [] });
});

describe('any credit and any top-ups', () => {
  const anyTopUp = fc.record({
    paidCents: fc.integer({ min: 1, max: 30_000 }),
    goneShare: fc.constantFrom(0, 0, 0.5, 1),
    isPartial: fc.boolean(),
    obstacle: fc.option(fc.constantFrom(...KEPT_REASONS), { nil: undefined, freq: 3 }),
  });
  const anyTopUps = fc.array(anyTopUp, { maxLength: 12 }).map((all) =>
    all.map(({ goneShare, ...one }, index) => ({
      ...one,
      orderId: all.length - index,
      goneCents: Math.floor(one.paidCents * goneShare),
    })),
  );
  const anyCase = fc.tuple(fc.nat(60_000), anyTopUps);
  const sumOf = (amounts: readonly { cents: number }[]) => amounts.reduce((sum, { cents }) => sum + cents, 0);
  const options = { numRuns: runCount('PAYBACK', 500, 20_000) };

  test('parts and kept credit are positive and add up to the credit, to the cent', () => {
    fc.assert(
      fc.property(anyCase, ([cents, topUps]) => {
        const { parts, kept } = planPaybacks(cents, topUps);
        expect(sumOf(parts) + sumOf(kept)).toBe(cents);
        for (const one of [...parts, ...kept]) expect(one.cents).toBeGreaterThan(0);
        expect(new Set(kept.map(({ reason }) => reason)).size).toBe(kept.length);
      }),
      options,
    );
  });

  test('no top-up gets back more than was paid, or a part if it goes back in full only, or anything despite an obstacle', () => {
    fc.assert(
      fc.property(anyCase, ([cents, topUps]) => {
        const { parts } = planPaybacks(cents, topUps);
        expect(new Set(parts.map(({ orderId }) => orderId)).size).toBe(parts.length);
        for (const part of parts) {
          const known = topUps.find(({ orderId }) => orderId === part.orderId);
          expect(known?.obstacle).toBeUndefined();
          expect(part.cents + (known?.goneCents ?? 0)).toBeLessThanOrEqual(known?.paidCents ?? 0);
          if (!known?.isPartial) expect(part.cents).toBe(known?.paidCents);
        }
      }),
      options,
    );
  });

  test('an older top-up gets something only if nothing more can go back to a newer one', () => {
    fc.assert(
      fc.property(anyCase, ([cents, topUps]) => {
        const { parts } = planPaybacks(cents, topUps);
        expect(parts).toEqual([...parts].sort((one, other) => other.orderId - one.orderId));
        let left = cents;
        for (const { orderId, paidCents, goneCents, isPartial, obstacle } of topUps) {
          const given = parts.find((part) => part.orderId === orderId)?.cents ?? 0;
          const canTake = !obstacle && (isPartial || (goneCents === 0 && left >= paidCents));
          expect(given).toBe(canTake ? Math.min(left, paidCents - goneCents) : 0);
          left -= given;
        }
      }),
      options,
    );
  });
});
