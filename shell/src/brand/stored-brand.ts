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

export function storeBrand(brand: StoredBrand): void {
  const { logo, ...rest } = brand;
  device.write(KEY, JSON.stringify(logo && logo.url.length <= MAX_LOGO_LENGTH ? brand : rest));
}

export const forgetStoredBrand = () => device.write(KEY, undefined);
