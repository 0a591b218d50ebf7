import type { CouponState } from '@shared/contract';
import { useId, useState } from 'react';
import { AddCoupon } from './add-coupon.tsx';
import { CouponList } from './coupon-list.tsx';
import styles from './coupons.module.css';
import { Tabs } from './tabs.tsx';

interface CouponsProps {
  siteId?: string | undefined;
  onSelect?: (udcId: string) => void;
}

/** The code field and both coupon lists. With `onSelect`, available coupons can be picked. */
export function Coupons({ siteId, onSelect }: CouponsProps) {
  const id = useId();
  const [shown, show] = useState<CouponState>('active');
  return (
    <div className={styles.coupons}>
      <AddCoupon onAdded={() => show('active')} />
      <Tabs id={id} shown={shown} onShow={show} />
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <CouponList state={shown} siteId={siteId} onSelect={onSelect} />
      </div>
    </div>
  );
}
