import type { ChargerSite } from '@shared/contract';
import { StatusGlyph } from '@shared/ui';
import type { CSSProperties } from 'react';
import { availabilityOf, type SiteState, siteState } from '../site-card/availability.ts';
import { strings as cardStrings } from '../site-card/strings.ts';
import styles from './marks.module.css';
import { strings } from './strings.ts';

/** Each state has its own outline, so as not to rely on colour; the tip is at the bottom centre. */
const OUTLINES: Record<SiteState, string> = {
  available: 'M20 2a17 17 0 0 1 17 17c0 11-10.5 15.5-17 27C13.500 34.500 3 30 3 19A17 17 0 0 1 20 2Z',
  inUse: 'M9 3h22a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5h-5.500L20 46l-5.500-11H9a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z',
  offline: 'M20 9 33.500 22.500 20 46 6.500 22.500Z',
};

interface SitePinProps {
  site: ChargerSite;
  chosen: boolean;
  onPress: (button: HTMLElement) => void;
}

/** Pin of a site, with the number of available chargers or an icon for its state. */
export function SitePin({ site, chosen, onPress }: SitePinProps) {
  const counts = site.chargerSiteStatus;
  const kind = siteState(counts);
  return (
    <button
      type="button"
      className={styles.pin}
      data-kind={kind}
      aria-pressed={chosen}
      aria-label={strings.pin(site.csName || cardStrings.unnamed, availabilityOf(counts))}
      onClick={(event) => onPress(event.currentTarget)}
    >
      <svg className={styles.outline} viewBox="0 0 40 48" aria-hidden="true">
        <path d={OUTLINES[kind]} />
      </svg>
      <span className={styles.sign}>
        {kind === 'available' ? Math.min(counts?.available ?? 0, 99) : <StatusGlyph kind={kind} />}
      </span>
    </button>
  );
}

interface ClusterMarkProps {
  count: number;
  available: number;
  inUse: number;
  onPress: (button: HTMLElement) => void;
}

/** Cluster of sites: their number, in a ring with the shares available, in use and offline. */
export function ClusterMark({ count, available, inUse, onPress }: ClusterMarkProps) {
  const parts: CSSProperties & Record<`--${string}`, string> = {
    '--free': `${(available / count) * 360}deg`,
    '--busy': `${((available + inUse) / count) * 360}deg`,
  };
  return (
    <button
      type="button"
      className={styles.cluster}
      style={parts}
      data-large={count >= 100}
      aria-label={strings.cluster(count, available)}
      onClick={(event) => onPress(event.currentTarget)}
    >
      <span>{shortCount(count)}</span>
    </button>
  );
}

const shortCount = (count: number) => (count < 1000 ? String(count) : `${Math.floor(count / 1000)} mil`);
