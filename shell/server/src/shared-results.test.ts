import { expect, rs, test } from '@rstest/core';
import { createSharedResults } from './shared-results.ts';

test('shares results and failures after they are made, unless they are not to be shared', async () => {
  const make = rs.fn(async (text: string) => {
    if (text === 'broken') throw new Error(text);
    return text;
  });
  const { add } = createSharedResults<string>((text) => text !== 'own');
  const resultOf = (text: string) => add(text, () => make(text)).catch(() => 'failed');
  for (const text of ['shared', 'shared', 'broken', 'broken', 'own', 'own']) await resultOf(text);
  expect(make.mock.calls.flat()).toEqual(['shared', 'broken', 'own', 'own']);
});

test('keeps a limited number of results', async () => {
  const { add, find } = createSharedResults<number>();
  for (let at = 0; at < 300; at++) await add(String(at), async () => at);
  expect(find('0')).toBeUndefined();
  expect(await find('299')).toBe(299);
});
