import { Button } from '@shared/ui';
import { MapPin } from '@shared/ui/icons';
import styles from './origin-note.module.css';
import { strings } from './strings.ts';
import type { useLocation } from './use-location.ts';
import type { Origin } from './use-site-search.ts';

interface OriginNoteProps {
  origin: Origin;
  /** Name of the chosen place, if any. */
  placeName: string | undefined;
  location: ReturnType<typeof useLocation>;
  /** Returns from a chosen place or a moved map. */
  onReturn: () => void;
}

/**
 * Shows what distances are measured from, unless it is the device's location. Offers to return from
 * a chosen place or a moved map, or to locate the device.
 */
export function OriginNote({ origin, placeName, location, onReturn }: OriginNoteProps) {
  if (origin === 'device') return null;
  const { locateStatus, known, locate } = location;
  const isUnlocated = origin === 'default' || origin === 'remembered';
  const problem =
    locateStatus === 'denied' || locateStatus === 'unavailable' ? strings[locateStatus] : undefined;
  const unlocatedWords = problem ?? (origin === 'default' ? strings.fromCentre : strings.fromLastVisit);
  const words = origin === 'area' ? strings.fromMap : strings.fromPlace(placeName ?? '');
  return (
    <div className={styles.note}>
      <p className={styles.words} aria-live="polite">
        {isUnlocated ? unlocatedWords : words}
      </p>
      {isUnlocated ? (
        <Button variant="quiet" icon={<MapPin />} pending={locateStatus === 'pending'} onClick={locate}>
          {locateStatus === 'pending' ? strings.locating : strings.useMyLocation}
        </Button>
      ) : (
        <Button variant="quiet" icon={<MapPin />} onClick={onReturn}>
          {backTo(placeName !== undefined && origin === 'area', known)}
        </Button>
      )}
    </div>
  );
}

function backTo(place: boolean, located: boolean): string {
  if (place) return strings.backToPlace;
  return located ? strings.backToMe : strings.backToStart;
}
