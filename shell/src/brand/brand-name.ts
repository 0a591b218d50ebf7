import { type Brand, PRODUCT } from '@shared/contract';

/** The name by which a brand is shown. */
export const brandName = (record: Brand | undefined) =>
  record?.appDisplayName || record?.brandName || PRODUCT.name;
