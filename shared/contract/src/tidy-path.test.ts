import { expect, test } from '@rstest/core';
import { tidyPathEnd } from './tidy-path.ts';

test.each([
  ['/aurora/charger/7.', '/aurora/charger/7'],
  ['/aurora/charger/7...', '/aurora/charger/7'],
  ['/aurora/charger/7%E2%80%8B', '/aurora/charger/7'],
  ['/aurora/charger/7\u200b', '/aurora/charger/7'],
  ['/aurora/charger/%20a%20b%20', '/aurora/charger/a%20b'],
  ['/aurora/charger/7./', '/aurora/charger/7/'],
  ['/aurora/charger/7./%E2%80%8B', '/aurora/charger/7/'],
  ['/aurora/%E2%80%8B', '/aurora/'],
  ['', ''],
  ['%E2%80%8B/%E2%80%8B', ''],
  ['/', '/'],
])('%s becomes %s', (path, tidy) => {
  expect(tidyPathEnd(path)).toBe(tidy);
  expect(tidyPathEnd(tidy)).toBe(tidy);
});

test.each(['/aurora/charger/7', '/a./charger/7/', '/aurora/x.json', '/aurora/%FF.', '/aurora/ch/a%2Fb'])(
  'leaves %s unchanged',
  (path) => expect(tidyPathEnd(path)).toBe(path),
);
