import { Brand, parseJson } from '@shared/contract';
import { device } from '@shared/state';
import * as z from 'zod/mini';
import { isBrandSlug } from './destination.ts';

const KEY = 'brand';
/** Larger logos, in characters, aren't stored on the device. */
const MAX_LOGO_LENGTH = 150_000;

const StoredBrand = z.object({
  slug: z.string().check(z.refine(isBrandSlug)),
  record: Brand,
  /** The last logo shown, with its file id. */
  logo: z.optional(z.object({ fileId: z.string(), url: z.string() })),
});
/** The brand that this device loaded last. */
export type StoredBrand = z.output<typeof StoredBrand>;

/** Returns the stored brand, or undefined if there is none or it can't be parsed. */
export const readStoredBrand = (): StoredBrand | undefined =>
  StoredBrand.safeParse(parseJson(device.read(KEY) ?? '')).data;

/** Sets the brand that this device starts with from now on. */
export function storeBrand(brand: StoredBrand): void {
  const { logo, ...rest } = brand;
  device.write(KEY, JSON.stringify(logo && logo.url.length <= MAX_LOGO_LENGTH ? brand : rest));
}

/** Updates the stored brand, unless another tab has stored a different one meanwhile. */
export function updateStoredBrand(brand: StoredBrand): void {
  if (readStoredBrand()?.slug === brand.slug) storeBrand(brand);
}

/** Removes the stored brand, unless another tab has stored a different one meanwhile. */
export function removeStoredBrand(slug: string): void {
  if (readStoredBrand()?.slug === slug) device.write(KEY, undefined);
}

/** Calls `changed` when another tab stores a brand. Returns the function that unsubscribes. */
export function subscribeToStoredBrand(changed: (brand: StoredBrand) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const stored = key === KEY ? readStoredBrand() : undefined;
    if (stored) changed(stored);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
