import { formatDistance } from '@shared/brazil';
import { useImage } from '@shared/client';
import { type ChargerSite, openingHours, PRODUCT } from '@shared/contract';
import { BackButton, brandTheme, useNow } from '@shared/ui';
import { Clock, Lock, MapPin, SquareParking, Zap } from '@shared/ui/icons';
import { describeOpening } from '../opening/describe-opening.ts';
import styles from './site.module.css';
import { strings } from './strings.ts';

const MINUTE = 60_000;

interface SiteHeadProps {
  site: ChargerSite;
  /** Metres, where known. */
  distance: number | undefined;
  onBack: () => void;
}

/** The site's picture or its ground, and what it is: name, distance, address, parking, who may use it, when. */
export function SiteHead({ site, distance, onBack }: SiteHeadProps) {
  const now = useNow(MINUTE);
  const background = useImage(site.csBgFileId);
  const logo = useImage(site.csLogoFileId);
  const opening = describeOpening(site.isOpen, openingHours(site.csAvailability), new Date(now));
  return (
    <header className={styles.head}>
      {/* Only the picture wears the site's own colour. */}
      <div
        className={styles.picture}
        style={site.csBgColor ? brandTheme(site.csBgColor, PRODUCT.color) : undefined}
      >
        {background ? <img className={styles.background} src={background} alt="" /> : <Zap />}
        <div className={styles.back}>
          <BackButton onPress={onBack} />
        </div>
      </div>
      {logo && <img className={styles.logo} src={logo} alt="" />}
      <h1 className={styles.name}>{site.csName}</h1>
      <p className={styles.address}>{site.csFormattedAddress}</p>
      <ul className={styles.facts}>
        {distance !== undefined && (
          <li>
            <MapPin />
            {formatDistance(distance)}
          </li>
        )}
        {opening && (
          <li data-closed={!opening.open}>
            <Clock />
            {opening.words}
          </li>
        )}
        {site.csFreeParking !== undefined && (
          <li>
            <SquareParking />
            {site.csFreeParking ? strings.freeParking : strings.paidParking}
          </li>
        )}
        {site.csPrivate !== undefined && (
          <li>
            <Lock />
            {site.csPrivate ? strings.private : strings.public}
          </li>
        )}
      </ul>
    </header>
  );
}
