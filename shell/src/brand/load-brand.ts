import { ApiError, request, statusOf } from '@shared/client';
import { type Brand, calls } from '@shared/contract';
import { atom } from 'jotai';
import { type Destination, isBrandSlug, withDefaultBrand } from './destination.ts';

/** Whether the configuration and the brand are loaded. No screen can be rendered before that. */
export const brandStateAtom = atom<'loading' | 'failed' | 'ready'>('loading');
/** While the logo is loading, the header reserves its space instead of flashing the name. */
export const logoPendingAtom = atom(true);

export interface LoadedBrand extends Destination {
  record: Brand;
}

/** @throws ApiError, also for a JSON object that names no brand, such as a gateway's error */
export async function fetchBrand(slug: string): Promise<Brand> {
  const record = await request(calls.brand, { path: { brandName: slug } });
  const { appId, appDisplayName, brandName, appBrand } = record;
  if (appId || appDisplayName || brandName || appBrand) return record;
  throw new ApiError('unreadable', 'brand');
}

/**
 * Loads the destination's brand, or the default one if it doesn't exist.
 * @throws ApiError, also if the default brand doesn't exist
 */
export async function loadBrand(start: Destination, fetchRecord = fetchBrand): Promise<LoadedBrand> {
  const fallback = withDefaultBrand(start);
  if (fallback && !isBrandSlug(start.brand)) return loadBrand(fallback, fetchRecord);
  try {
    return { ...start, record: await fetchRecord(start.brand) };
  } catch (error) {
    if (fallback && statusOf(error) === 404) return loadBrand(fallback, fetchRecord);
    throw error;
  }
}
