import { request, statusOf } from '@shared/client';
import { type Brand, calls } from '@shared/contract';
import { type Destination, isBrandSlug, withDefaultBrand } from './address.ts';

export interface LoadedBrand extends Destination {
  record: Brand;
}

export const fetchBrand = (brandName: string): Promise<Brand> =>
  request(calls.brand, { path: { brandName } });

/**
 * Loads the brand of an address, or the default one if it doesn't exist.
 * @throws ApiError, also if the default brand doesn't exist
 */
export async function loadBrand(start: Destination, fetchRecord = fetchBrand): Promise<LoadedBrand> {
  const instead = withDefaultBrand(start);
  if (instead && !isBrandSlug(start.brand)) return loadBrand(instead, fetchRecord);
  try {
    return { ...start, record: await fetchRecord(start.brand) };
  } catch (error) {
    if (instead && statusOf(error) === 404) return loadBrand(instead, fetchRecord);
    throw error;
  }
}
