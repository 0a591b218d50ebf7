import type { coupons } from '@remotes/charging/slots';
import { queries, useQuery } from '@shared/client';
import type { SlotProps } from '@shared/contract';
import { Button, Dialog } from '@shared/ui';
import { useState } from 'react';
import { discountOf } from './coupon-list.tsx';
import { Coupons } from './coupons.tsx';
import styles from './picker.module.css';
import { strings } from './strings.ts';

/** Selects at most one coupon while starting a charge, from those available at the site. */
export function Component({ siteId, selected, onSelect }: SlotProps<typeof coupons>) {
  const [choosing, setChoosing] = useState(false);
  const { data } = useQuery(queries.coupons('active', siteId));
  const coupon = data?.items.find(({ udcId }) => udcId === selected);
  return (
    <div className={styles.row}>
      <span>
        {strings.pick}
        {coupon && (
          <>
            {' '}
            <strong>
              <bdi>{coupon.dcCode}</bdi>
            </strong>{' '}
            <span className={styles.discount}>{discountOf(coupon)}</span>
          </>
        )}
      </span>
      <span className={styles.buttons}>
        {coupon && (
          <Button variant="quiet" onClick={() => onSelect(undefined)}>
            {strings.remove}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setChoosing(true)}>
          {coupon ? strings.change : strings.choose}
        </Button>
      </span>
      {choosing && (
        <Dialog title={strings.title} full onClose={() => setChoosing(false)}>
          <Coupons
            siteId={siteId}
            onSelect={(udcId) => {
              onSelect(udcId);
              setChoosing(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}
