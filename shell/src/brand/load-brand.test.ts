import { expect, test } from '@rstest/core';
import { ApiError } from '@shared/client';
import { PRODUCT } from '@shared/contract';
import { loadBrand } from './load-brand.ts';

const backendWith = (...slugs: string[]) => {
  const requests: string[] = [];
  const fetchRecord = async (slug: string) => {
    requests.push(slug);
    if (!slugs.includes(slug)) throw new ApiError('status', 'brand', 404);
    return { appId: slug };
  };
  return { requests, fetchRecord: fetchRecord as Parameters<typeof loadBrand>[1] };
};

test("falls back to the default brand on the same path when the brand doesn't exist", async () => {
  const { fetchRecord } = backendWith(PRODUCT.slug);
  const loaded = await loadBrand({ brand: 'nobody', path: '/nobody/charger/7?dist=2' }, fetchRecord);
  expect(loaded).toEqual({
    brand: PRODUCT.slug,
    path: `/${PRODUCT.slug}/charger/7?dist=2`,
    record: { appId: PRODUCT.slug },
  });
});

test("fails, without a loop, when the default brand doesn't exist", async () => {
  const { requests, fetchRecord } = backendWith();
  await expect(loadBrand({ brand: 'nobody', path: '/nobody/' }, fetchRecord)).rejects.toThrow('404');
  expect(requests).toEqual(['nobody', PRODUCT.slug]);
});

test('sends no request for an invalid brand slug', async () => {
  const { requests, fetchRecord } = backendWith(PRODUCT.slug);
  await loadBrand({ brand: 'index.html', path: '/index.html/' }, fetchRecord);
  expect(requests).toEqual([PRODUCT.slug]);
});

test('does not fall back when the request fails for a reason other than 404', async () => {
  const fetchRecord = () => Promise.reject(new ApiError('network', 'brand'));
  await expect(loadBrand({ brand: 'aurora', path: '/aurora/' }, fetchRecord)).rejects.toThrow('network');
});
