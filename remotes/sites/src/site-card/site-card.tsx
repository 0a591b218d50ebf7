import { FREE, formatDistance, formatPrice, formatRatedPower } from '@shared/brazil';
import { type ChargerSite, openingHours } from '@shared/contract';
import { Link, usePaths } from '@shared/router';
import { Card } from '@shared/ui';
import { SquareParking } from '@shared/ui/icons';
import { memo } from 'react';
import { describeOpening } from '../opening/describe-opening.ts';
import { availabilityOf } from './availability.ts';
import { ChargerDots } from './charger-dots.tsx';
import styles from './site-card.module.css';
import { strings } from './strings.ts';

const describePower = (site: ChargerSite) =>
  [site.cmcType, site.cmMaxPower === undefined ? undefined : strings.upTo(formatRatedPower(site.cmMaxPower))]
    .filter(Boolean)
    .join(' · ');

interface SiteCardProps {
  site: ChargerSite;
  /** Milliseconds since 1970, precise to the minute. */
  now: number;
  /** Only links from the list contain the distance: on the map it is measured from the centre. */
  from?: 'list' | 'map';
}

/**
 * Card of a site: distance, availability, current and power, minimum price, opening state. The
 * whole card links to the site.
 */
export const SiteCard = memo(function SiteCard({ site, now, from = 'list' }: SiteCardProps) {
  const paths = usePaths();
  const opening = describeOpening(site.isOpen, openingHours(site.csAvailability), new Date(now));
  const counts = site.chargerSiteStatus;
  return (
    <div className={styles.item}>
      <Card>
        <div className={styles.card}>
          <div className={styles.head}>
            <h2 className={styles.name}>
              <Link
                className={styles.link}
                to={paths.charger(site.csId, from === 'list' ? site.distanceMeters : undefined)}
                state={{ site }}
              >
                <bdi>{site.csName || strings.unnamed}</bdi>
              </Link>
            </h2>
            {site.distanceMeters !== undefined && (
              <p className={styles.distance}>{formatDistance(site.distanceMeters)}</p>
            )}
          </div>
          <p className={styles.address}>
            <bdi>{site.csFormattedAddress}</bdi>
          </p>
          {counts && (
            <p className={styles.chargers} data-any={counts.available > 0}>
              <ChargerDots counts={counts} />
              <span>{availabilityOf(counts)}</span>
            </p>
          )}
          <div className={styles.facts}>
            <p>{describePower(site)}</p>
            {site.priceFrom !== undefined && (
              <p className={styles.price}>
                {site.priceFrom > 0 ? (
                  <>
                    {strings.from} <strong>{formatPrice(site.priceFrom)}</strong>
                    {strings.perKwh}
                  </>
                ) : (
                  <strong>{FREE}</strong>
                )}
              </p>
            )}
          </div>
          <div className={styles.facts}>
            {opening && <p data-closed={!opening.open}>{opening.words}</p>}
            {site.csFreeParking && (
              <p className={styles.parking}>
                <SquareParking />
                {strings.freeParking}
              </p>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
});
