import { expect, test } from '@rstest/core';
import { goodChargeWords, isUnreliable, reliabilityWords } from './measurement-words.ts';

const rate = (succeeded: number, attempts: number) => ({
  succeeded,
  attempts,
  lowPercent: 0,
  highPercent: 100,
});
const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  [12, 12, '12 das últimas 12 recargas deram certo'],
  [1, 7, '1 das últimas 7 recargas deu certo'],
  [0, 5, 'Nenhuma das últimas 5 recargas deu certo'],
])('describes %i of %i charges', (succeeded, attempts, words) => {
  expect(reliabilityWords(rate(succeeded, attempts))).toBe(words);
});

test.each([
  ['2026-11-21T11:48:00Z', 'há 12 min, 47,0 kWh'],
  ['2026-11-21T11:59:30Z', 'agora, 47,0 kWh'],
  ['2026-11-21T12:00:30Z', 'agora, 47,0 kWh'],
  ['2026-11-21T07:01:00Z', 'há 4 h, 47,0 kWh'],
  ['2026-11-20T11:00:00Z', 'há 1 dia, 47,0 kWh'],
  ['2026-10-02T11:00:00Z', 'há 50 dias, 47,0 kWh'],
])('describes a good charge that ended at %s', (endedAt, words) => {
  expect(goodChargeWords({ endedAt, energyKwh: 47 }, NOW).replace(/\s/g, ' ')).toBe(words);
});

test('a connector is unreliable only if its whole interval is below the limit', () => {
  expect(isUnreliable({ ...rate(2, 5), highPercent: 76.9 })).toBe(true);
  expect(isUnreliable({ ...rate(4, 5), highPercent: 96.4 })).toBe(false);
});
