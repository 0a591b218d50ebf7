import { expect, test } from '@rstest/core';
import { calls, readLeniently } from '@shared/contract';
import fc from 'fast-check';
import { readInParts } from './read-in-parts.ts';

const { response } = calls.siteSearch;
const site = (csId: number) => ({ csId, csName: `Local ${csId}` });
const sites = (count: number) => Array.from({ length: count }, (_, index) => site(index));

test('returns the same as reading the list at once, whichever items cannot be parsed', async () => {
  const run = (item: fc.Arbitrary<unknown>) =>
    fc.array(fc.tuple(item, fc.integer({ min: 1, max: 400 })), { maxLength: 4 });
  const items = fc.oneof(fc.integer({ min: 1 }).map(site), fc.constant({}), fc.constant('x'));
  await fc.assert(
    fc.asyncProperty(run(items), async (runs) => {
      const value = runs.flatMap(([item, count]) => Array(count).fill(item));
      const [parts, whole] = [await readInParts(response, value), readLeniently(response, value)];
      expect(parts.success).toBe(whole.success);
      expect(parts.data).toEqual(whole.data);
      expect(new Set(parts.unreadable)).toEqual(new Set(whole.unreadable));
    }),
    { numRuns: 50 },
  );
});

test('lets other tasks run between the parts of a long list', async () => {
  const order: string[] = [];
  const reading = readInParts(response, sites(1_000)).then(({ data }) => order.push(`${data?.length} sites`));
  await new Promise((resolve) => setTimeout(resolve));
  order.push('a press');
  await reading;
  expect(order).toEqual(['a press', '1000 sites']);
});

test('reads a long list in a browser with a scheduler that has no yield()', async () => {
  Object.assign(globalThis, { scheduler: { postTask() {} } });
  try {
    expect((await readInParts(response, sites(1_000))).data).toHaveLength(1_000);
  } finally {
    Reflect.deleteProperty(globalThis, 'scheduler');
  }
});

test('reads a value that is not a list as one part', async () => {
  expect(await readInParts(response, { sites: [] })).toMatchObject({ success: false, unreadable: ['(all)'] });
  expect((await readInParts(calls.chargerSite.response, site(7))).data).toMatchObject({ csId: '7' });
});
