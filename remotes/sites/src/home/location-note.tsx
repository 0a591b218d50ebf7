import { Button } from '@shared/ui';
import { MapPin } from '@shared/ui/icons';
import styles from './location-note.module.css';
import { strings } from './strings.ts';
import type { useLocation } from './use-location.ts';

/** Says where distances are measured from while the device's place isn't known, and offers to use it. */
export function LocationNote({ known, asking, locate }: ReturnType<typeof useLocation>) {
  if (known) return null;
  const problem = asking === 'denied' || asking === 'unavailable' ? strings[asking] : undefined;
  return (
    <div className={styles.note}>
      <p className={styles.words} aria-live="polite">
        {problem ?? strings.fromCentre}
      </p>
      <Button variant="quiet" icon={<MapPin />} pending={asking === 'asking'} onClick={locate}>
        {asking === 'asking' ? strings.locating : strings.useMyLocation}
      </Button>
    </div>
  );
}
