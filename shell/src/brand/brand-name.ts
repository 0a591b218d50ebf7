import { type Brand, PRODUCT } from '@shared/contract';

/** Returns the brand's display name. */
export const brandName = (record: Brand | undefined) =>
  record?.appDisplayName || record?.brandName || PRODUCT.name;
