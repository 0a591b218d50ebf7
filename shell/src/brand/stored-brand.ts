import { Brand } from '@shared/contract';
import { device } from '@shared/state';
import * as z from 'zod/mini';
import { isBrandSlug } from './address.ts';

const KEY = 'brand';
/** A logo longer than this, in characters, isn't worth the device's storage. */
const MAX_LOGO_LENGTH = 150_000;

const StoredBrand = z.object({
  slug: z.string().check(z.refine(isBrandSlug)),
  record: Brand,
  /** The logo that was shown last, by its file's id. */
  logo: z.optional(z.object({ fileId: z.string(), url: z.string() })),
});
/** The brand that was last loaded on this device. */
export type StoredBrand = z.output<typeof StoredBrand>;

/** What is stored, or undefined where nothing is or it can't be read. */
export function readStoredBrand(): StoredBrand | undefined {
  try {
    return StoredBrand.safeParse(JSON.parse(device.read(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Chooses the brand with which this device starts from now on. */
export function storeBrand(brand: StoredBrand): void {
  const { logo, ...rest } = brand;
  device.write(KEY, JSON.stringify(logo && logo.url.length <= MAX_LOGO_LENGTH ? brand : rest));
}

/** Renews what is stored of a brand. Another one that another tab has chosen meanwhile stays chosen. */
export function renewStoredBrand(brand: StoredBrand): void {
  if (readStoredBrand()?.slug === brand.slug) storeBrand(brand);
}

/** Forgets a brand, likewise only while it is the chosen one. */
export function forgetStoredBrand(slug: string): void {
  if (readStoredBrand()?.slug === slug) device.write(KEY, undefined);
}

/** Tells of what another tab stores. Answers what ends it. */
export function followStoredBrand(changed: (brand: StoredBrand) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    const stored = key === KEY ? readStoredBrand() : undefined;
    if (stored) changed(stored);
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}
