import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { failureRate, fisherExact, isWorse, MIN_FAILED, MIN_OPENED } from './judge-version.ts';

const counts = (most: number) =>
  fc.nat(most).chain((opened) => fc.nat(opened).map((failed) => ({ opened, failed })));

test('returns the probabilities of a published table', () => {
  // Fisher's tea tasting: 3 of 4 cups right by chance, and all 4.
  expect(fisherExact({ opened: 4, failed: 3 }, { opened: 4, failed: 1 })).toBeCloseTo(17 / 70, 12);
  expect(fisherExact({ opened: 4, failed: 4 }, { opened: 4, failed: 0 })).toBeCloseTo(1 / 70, 12);
});

/** The same probability by its definition, in integer arithmetic. */
function exactProbability(n: number, a: number, m: number, b: number): number {
  const choose = (from: number, taken: number) => {
    let result = 1n;
    for (let i = 0; i < taken; i++) result = (result * BigInt(from - i)) / BigInt(i + 1);
    return result;
  };
  let sum = 0n;
  for (let k = a; k <= Math.min(n, a + b); k++)
    if (a + b - k <= m) sum += choose(n, k) * choose(m, a + b - k);
  return Number((sum * 10n ** 15n) / choose(n + m, a + b)) / 1e15;
}

test('equals the exact test in integer arithmetic', () => {
  fc.assert(
    fc.property(counts(60), counts(400), (version, predecessor) => {
      const expected = exactProbability(
        version.opened,
        version.failed,
        predecessor.opened,
        predecessor.failed,
      );
      expect(fisherExact(version, predecessor)).toBeCloseTo(expected, 9);
    }),
  );
});

test('does not withdraw a version below the minimum sample, or one that fails no more often', () => {
  fc.assert(
    fc.property(counts(5000), counts(5000), (version, predecessor) => {
      const isSmall =
        version.opened < MIN_OPENED || predecessor.opened < MIN_OPENED || version.failed < MIN_FAILED;
      if (isSmall || failureRate(version) <= failureRate(predecessor))
        expect(isWorse(version, predecessor)).toBe(false);
    }),
  );
});

test('stays withdrawn when more of the same screens fail', () => {
  fc.assert(
    fc.property(counts(2000), counts(2000), (version, predecessor) => {
      const worse = { ...version, failed: Math.min(version.opened, version.failed + 1) };
      if (isWorse(version, predecessor)) expect(isWorse(worse, predecessor)).toBe(true);
    }),
  );
});

test('withdraws a version after its minimum sample when every screen fails', () => {
  const good = { opened: 2000, failed: 4 };
  expect(isWorse({ opened: MIN_OPENED, failed: MIN_OPENED }, good)).toBe(true);
  expect(isWorse({ opened: 1000, failed: 60 }, good)).toBe(true);
  // Significant, but a difference below one percentage point.
  expect(isWorse({ opened: 100_000, failed: 900 }, { opened: 100_000, failed: 100 })).toBe(false);
});

/** Mulberry32, so that every run draws the same numbers. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the share of rollouts in which a version is withdrawn, judged after every 20 screens. */
function withdrawnShare(predecessorRate: number, versionRate: number, rollouts: number): number {
  const random = seeded(1);
  const failures = (screens: number, probability: number) => {
    let failed = 0;
    for (let i = 0; i < screens; i++) if (random() < probability) failed++;
    return failed;
  };
  let withdrawn = 0;
  for (let rollout = 0; rollout < rollouts; rollout++) {
    const version = { opened: 0, failed: 0 };
    const predecessor = { opened: 0, failed: 0 };
    for (let round = 0; round < 60; round++) {
      version.opened += 20;
      version.failed += failures(20, versionRate);
      predecessor.opened += 60;
      predecessor.failed += failures(60, predecessorRate);
      if (!isWorse(version, predecessor)) continue;
      withdrawn++;
      break;
    }
  }
  return withdrawn / rollouts;
}

test.each([0.002, 0.02, 0.1, 0.4])(
  'withdraws a version in less than 1 %% of rollouts if both fail at a rate of %s',
  (rate) => {
    expect(withdrawnShare(rate, rate, 2000)).toBeLessThan(0.01);
  },
);

test('withdraws nearly every version that fails on 10 % of screens instead of 1 %', () => {
  expect(withdrawnShare(0.01, 0.1, 100)).toBeGreaterThan(0.99);
});
