import { afterEach, expect, rs, test } from '@rstest/core';
import { queries } from '@shared/client';
import { Brand } from '@shared/contract';
import { brandAtom } from '@shared/state';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { createHost } from './boot.tsx';

afterEach(() => {
  rs.unstubAllGlobals();
});

test("requests pictures with the brand's `X-Brand-ID` header", async () => {
  const inits: RequestInit[] = [];
  // happy-dom's Request drops the headers of a `Headers` object.
  class RecordedRequest extends Request {
    constructor(input: RequestInfo | URL, init: RequestInit = {}) {
      super(input, init);
      inits.push(init);
    }
  }
  rs.stubGlobal('Request', RecordedRequest);
  rs.stubGlobal('fetch', async () => Response.json({ fileData: 'data:image/png;base64,AA==' }));
  const { store, cache } = createHost({ source: bundledSource([], () => {}), hasHeader: true, basename: '' });
  store.set(brandAtom, { slug: 'marca', record: Brand.parse({ appId: '7' }) });
  await cache.fetchQuery(queries.file('5'));
  expect(new Headers(inits[0]?.headers).get('X-Brand-ID')).toBe('7');
});
