import { type AppConfig, type Brand, PRODUCT } from '@shared/contract';
import { atom } from 'jotai';

export interface CurrentBrand {
  slug: string;
  /** Absent until it has loaded for the first time on this device. */
  record?: Brand | undefined;
  /** URL of the logo, if it could be loaded. */
  logoUrl?: string | undefined;
}
export const brandAtom = atom<CurrentBrand>({ slug: PRODUCT.slug });
export const configAtom = atom<AppConfig | undefined>(undefined);
