import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createQueryClient, queries } from '@shared/client';
import { DATA_ID } from '@shared/contract/view-names';
import { RESPONSES } from '@shared/testing/responses';
import { readFirstView } from './first-view.ts';

// The simulated browser has no navigations.
beforeEach(() => void rs.stubGlobal('PerformanceNavigationTiming', class {}));
afterEach(() => {
  rs.unstubAllGlobals();
  delete document.documentElement.dataset.view;
  document.body.replaceChildren();
});

test.each([
  ['of a user', '{"isUser":true}', undefined],
  ['that is a part of a list', '{"isUser":false}', true],
])('a response %s keeps its age, and is fetched again by the screen', (_, view, isPart) => {
  const at = Date.now() - 1000;
  const { queryKey } = queries.siteConnectors('1');
  const reads = [{ queryKey, data: RESPONSES.siteConnectors, isPart }];
  document.documentElement.dataset.view = view;
  document.body.innerHTML = `<script type="application/json" id="${DATA_ID}"></script>`;
  document.body.firstElementChild?.append(JSON.stringify({ brand: 'marca', record: {}, at, reads }));

  const cache = createQueryClient();
  readFirstView(cache);
  const query = cache.getQueryCache().find({ queryKey });
  expect(query?.state.data).toHaveLength(RESPONSES.siteConnectors.length);
  expect(query?.state.dataUpdatedAt).toBe(at);
  expect(query?.isStale()).toBe(true);
});
