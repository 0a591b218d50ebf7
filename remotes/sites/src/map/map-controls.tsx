import { IconButton } from '@shared/ui';
import { LocateFixed, Minus, Plus } from '@shared/ui/icons';
import type { Ref } from 'react';
import styles from './map.module.css';
import { strings } from './strings.ts';

interface MapControlsProps {
  ref: Ref<HTMLDivElement>;
  onZoom: (steps: number) => void;
  onLocate: () => void;
}

/** Buttons for zooming and for locating the user. */
export function MapControls({ ref, onZoom, onLocate }: MapControlsProps) {
  return (
    <div ref={ref} className={styles.controls}>
      <div className={styles.control}>
        <IconButton label={strings.zoomIn} icon={<Plus />} onClick={() => onZoom(1)} />
        <IconButton label={strings.zoomOut} icon={<Minus />} onClick={() => onZoom(-1)} />
      </div>
      <div className={styles.control}>
        <IconButton label={strings.myLocation} icon={<LocateFixed />} onClick={onLocate} />
      </div>
    </div>
  );
}
