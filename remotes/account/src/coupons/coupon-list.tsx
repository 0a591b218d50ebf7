import { centsFromReais, formatBRL, formatPercent } from '@shared/brazil';
import { queries, useQuery } from '@shared/client';
import type { Coupon, CouponState } from '@shared/contract';
import { Card, EmptyState, FailureState, List, ListRow, Loading, Skeleton } from '@shared/ui';
import { Ticket } from '@shared/ui/icons';
import { strings } from './strings.ts';

interface CouponListProps {
  state: CouponState;
  /** Inside a start: which can be used there, and are chosen by a tap. */
  siteId?: string | undefined;
  onSelect?: ((udcId: string) => void) | undefined;
}

/** A user's coupons of one kind, through all that can happen to their list. */
export function CouponList({ state, siteId, onSelect }: CouponListProps) {
  const { data, isError, isFetching, refetch } = useQuery(queries.coupons(state, siteId));
  if (isError && !data)
    return <FailureState message={strings.failure} onRetry={() => refetch()} retrying={isFetching} />;
  if (!data)
    return (
      <Loading>
        <Skeleton height="10rem" />
      </Loading>
    );
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

/** `10% de desconto` or `R$ 5,00 de desconto`, by the coupon's type. */
export function discountOf({ dcType, dcParameter = 0 }: Coupon): string {
  if (dcType === 'ValueOfVoucher') return strings.discount(formatBRL(centsFromReais(dcParameter)));
  return strings.discount(formatPercent(dcParameter));
}
