import { queries, useQuery } from '@shared/client';
import type { PriceProfilePeriod } from '@shared/contract';

/**
 * Returns the discount of the chosen coupon, from the list that it was chosen from; undefined
 * without a coupon or if its discount is unknown.
 */
export function useCouponTerms(siteId: string | undefined, udcId: string | undefined) {
  const enabled = siteId !== undefined && udcId !== undefined;
  const { data } = useQuery({ ...queries.coupons('active', siteId), enabled });
  const coupon = enabled ? data?.items.find((one) => one.udcId === udcId) : undefined;
  if (coupon?.dcType === undefined || coupon.dcParameter === undefined) return undefined;
  return { dcType: coupon.dcType, dcParameter: coupon.dcParameter } satisfies PriceProfilePeriod['coupon'];
}
