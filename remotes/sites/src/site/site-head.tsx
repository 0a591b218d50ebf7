import { formatDistance } from '@shared/brazil';
import { useImage } from '@shared/client';
import { type ChargerSite, PRODUCT } from '@shared/contract';
import { usePaths } from '@shared/router';
import { showToastAtom } from '@shared/state';
import { BackButton, brandTheme, IconButton } from '@shared/ui';
import { Lock, LockOpen, MapPin, Share, SquareParking, Zap } from '@shared/ui/icons';
import { Picture } from '@shared/ui/picture';
import { share } from '@shared/ui/share';
import { useSetAtom } from 'jotai';
import { OpeningHours } from './opening-hours.tsx';
import styles from './site.module.css';
import { strings } from './strings.ts';

interface SiteHeadProps {
  site: ChargerSite;
  /** Distance in metres, if known. */
  distance: number | undefined;
  onBack: () => void;
}

/** Header of a site: picture, name, address, distance, parking, access and opening hours. */
export function SiteHead({ site, distance, onBack }: SiteHeadProps) {
  const background = useImage(site.csBgFileId);
  const logo = useImage(site.csLogoFileId);
  return (
    <header className={styles.head}>
      {/* Only the picture uses the site's own colour. */}
      <div
        className={styles.picture}
        style={site.csBgColor ? brandTheme(site.csBgColor, PRODUCT.color) : undefined}
      >
        {background ? <Picture className={styles.background} src={background} /> : <Zap />}
        <div className={styles.back}>
          <BackButton onPress={onBack} />
        </div>
        <div className={styles.share}>
          <ShareButton siteId={site.csId} name={site.csName} />
        </div>
      </div>
      <Picture className={styles.logo} src={logo} />
      <h1 className={styles.name}>
        <bdi>{site.csName || strings.title}</bdi>
      </h1>
      <p className={styles.address}>
        <bdi>{site.csFormattedAddress}</bdi>
      </p>
      <ul className={styles.facts}>
        {distance !== undefined && (
          <li>
            <MapPin />
            {formatDistance(distance)}
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
            {site.csPrivate ? <Lock /> : <LockOpen />}
            {site.csPrivate ? strings.private : strings.public}
          </li>
        )}
        <OpeningHours site={site} />
      </ul>
    </header>
  );
}

/** Shares the site's link, or copies it to the clipboard if the device has no share sheet. */
function ShareButton({ siteId, name }: { siteId: string; name: string }) {
  const paths = usePaths();
  const toast = useSetAtom(showToastAtom);
  const shareLink = async () => {
    const url = new URL(paths.charger(siteId), location.origin).href;
    const outcome = await share({ title: name, url });
    if (outcome === 'copied') toast({ id: 'share', kind: 'success', title: strings.linkCopied });
    if (outcome === 'failed') toast({ id: 'share', kind: 'info', title: strings.linkToCopy, text: url });
  };
  return <IconButton label={strings.share} icon={<Share />} onClick={shareLink} />;
}
