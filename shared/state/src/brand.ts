import { type AppConfig, type Brand, PRODUCT } from '@shared/contract';
import { atom } from 'jotai';

export interface CurrentBrand {
  slug: string;
  /** The brand's record; absent until it has loaded for the first time on this device. */
  record?: Brand | undefined;
  /** Address of the logo's image, if there is one that could be read. */
  logoUrl?: string | undefined;
}
export const brandAtom = atom<CurrentBrand>({ slug: PRODUCT.slug });
export const configAtom = atom<AppConfig | undefined>(undefined);
