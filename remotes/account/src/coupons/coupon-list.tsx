import { centsFromReais, formatBRL, formatPercent } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import type { Coupon, CouponState } from '@shared/contract';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { Card, EmptyState, QueryState } from '@shared/ui';
import { Ticket } from '@shared/ui/icons';
import { List, ListRow } from '@shared/ui/list';
import { strings } from './strings.ts';

interface CouponListProps {
  state: CouponState;
  /** Site of the charge being started; the server marks which coupons are valid there. */
  siteId?: string | undefined;
  onSelect?: ((udcId: string) => void) | undefined;
}

/** The user's active or inactive coupons, with loading, failure and empty states. */
export function CouponList({ state, siteId, onSelect }: CouponListProps) {
  const query = useQuery(queries.coupons(state, siteId));
  useFailureToast(query, strings.failure);
  const { data } = query;
  if (!data) return <QueryState query={query} failure={strings.failure} height="10rem" />;
  if (data.items.length === 0)
    return (
      <EmptyState icon={<Ticket />} title={state === 'active' ? strings.noneActive : strings.noneInactive} />
    );
  return (
    <Card flush>
      <List label={strings[state]}>
        {data.items.map((coupon) => {
          const usable = state === 'active' && coupon.available !== false;
          const isElsewhere = state === 'active' && siteId !== undefined && !usable;
          return (
            <ListRow
              key={coupon.udcId}
              {...(onSelect && usable ? { onPress: () => onSelect(coupon.udcId) } : {})}
              leading={<Ticket />}
              title={coupon.dcCode}
              detail={discountOf(coupon)}
              trailing={isElsewhere && strings.notHere}
            />
          );
        })}
      </List>
    </Card>
  );
}

/** Returns `10% de desconto` or `R$ 5,00 de desconto`, depending on the coupon's type, if the discount is known. */
export function discountOf({ dcType, dcParameter }: Coupon): string | undefined {
  if (dcParameter === undefined) return undefined;
  if (dcType === 'ValueOfVoucher') return strings.discount(formatBRL(centsFromReais(dcParameter)));
  return dcType === 'DiscountCoupon' ? strings.discount(formatPercent(dcParameter)) : undefined;
}
