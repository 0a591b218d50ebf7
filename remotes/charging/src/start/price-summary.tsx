import { formatBRL, formatDuration, formatKwh } from '@shared/brazil';
import { describePrice, isFree, priceCharge } from '@shared/charging';
import type { QueryResult } from '@shared/client';
import type { PriceProfilePeriod } from '@shared/contract';
import { Button, words } from '@shared/ui';
import styles from './confirmation.module.css';
import { strings } from './strings.ts';

interface PriceSummaryProps {
  price: QueryResult<PriceProfilePeriod>;
  /** Discount of the chosen coupon; null if it is unknown. */
  coupon: PriceProfilePeriod['coupon'];
  maxKw: number | undefined;
}

/** Describes the price and the cost of an example charge, or says that there is none in time. */
export function PriceSummary({ price, coupon, maxKw }: PriceSummaryProps) {
  if (price.data) return <PriceDetails price={{ ...price.data, coupon }} maxKw={maxKw} />;
  return (
    <div className={styles.failure} role="alert">
      <p>{strings.priceFailure}</p>
      <Button pending={price.isFetching} onClick={() => price.refetch()}>
        {words.retry}
      </Button>
    </div>
  );
}

function PriceDetails({ price, maxKw }: { price: PriceProfilePeriod; maxKw: number | undefined }) {
  const lines = describePrice(price);
  if (isFree(price)) return <p className={styles.free}>{lines[0]?.text}</p>;
  const { cents, seconds } = exampleCharge(price, maxKw);
  const energy = formatKwh(EXAMPLE_KWH);
  const withCoupon = price.coupon ? strings.introWithCoupon : strings.introWithoutCoupon;
  const intro = price.coupon === undefined ? strings.intro : withCoupon;
  return (
    <section aria-label={strings.price} className={styles.group}>
      <dl className={styles.lines}>
        {lines.map(({ kind, label, text }) => (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.muted}>
        {seconds === undefined
          ? strings.estimate(intro, energy, formatBRL(cents))
          : strings.estimateWithTime(intro, energy, formatDuration(seconds), formatBRL(cents))}
      </p>
    </section>
  );
}

/** Energy of a typical charge (about half a battery), to illustrate a price. */
const EXAMPLE_KWH = 20;

/**
 * Returns the cost and duration of the example charge at the charger's full power. If the power is
 * unknown, the duration is undefined and prices per minute are left out.
 */
function exampleCharge(price: PriceProfilePeriod, maxKw: number | undefined) {
  const seconds = maxKw && maxKw > 0 ? Math.round((EXAMPLE_KWH / maxKw) * 3600) : undefined;
  const plugged = seconds ?? 0;
  const { total } = priceCharge(price, {
    energyWh: EXAMPLE_KWH * 1000,
    chargingSeconds: plugged,
    pluggedSeconds: plugged,
    overstaySeconds: 0,
  });
  return { cents: total, seconds };
}
