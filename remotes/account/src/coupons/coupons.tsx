import { COUPON_STATES, type CouponState } from '@shared/contract';
import { type KeyboardEvent, useId, useState } from 'react';
import { AddCoupon } from './add-coupon.tsx';
import { CouponList } from './coupon-list.tsx';
import styles from './coupons.module.css';
import { strings } from './strings.ts';

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

interface TabsProps {
  id: string;
  shown: CouponState;
  onShow: (state: CouponState) => void;
}

/** Tabs of the two coupon lists; the left and right arrow keys switch between them. */
function Tabs({ id, shown, onShow }: TabsProps) {
  const otherState = shown === 'active' ? 'inactive' : 'active';
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    onShow(otherState);
    document.getElementById(`${id}-${otherState}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={strings.title} className={styles.tabs} onKeyDown={move}>
      {COUPON_STATES.map((state) => (
        <button
          key={state}
          type="button"
          role="tab"
          id={`${id}-${state}`}
          aria-selected={state === shown}
          aria-controls={`${id}-panel`}
          tabIndex={state === shown ? 0 : -1}
          className={styles.tab}
          onClick={() => onShow(state)}
        >
          {strings[state]}
        </button>
      ))}
    </div>
  );
}
