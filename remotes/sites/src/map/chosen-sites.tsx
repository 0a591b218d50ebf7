import type { ChargerSite } from '@shared/contract';
import { IconButton, useNow, words } from '@shared/ui';
import { X } from '@shared/ui/icons';
import { useEffect, useEffectEvent, useRef } from 'react';
import { SiteCard } from '../site-card/site-card.tsx';
import styles from './map.module.css';
import { strings } from './strings.ts';

const MINUTE = 60_000;

interface ChosenSitesProps {
  sites: readonly ChargerSite[];
  /** Number of further sites at the same spot. */
  more: number;
  onShown: (panel: HTMLElement) => void;
  onClose: () => void;
}

/** Cards of the chosen site or sites at the bottom of the map; Escape closes them. */
export function ChosenSites({ sites, more, onShown, onClose }: ChosenSitesProps) {
  const now = useNow(MINUTE);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  // The card comes after all markers in the DOM, so move the focus there for keyboard users.
  const first = sites[0]?.csId;
  const notifyShown = useEffectEvent(onShown);
  useEffect(() => {
    if (first === undefined || !panel.current) return;
    panel.current.querySelector('a')?.focus({ preventScroll: true });
    notifyShown(panel.current);
  }, [first]);

  return (
    <section
      ref={panel}
      className={styles.chosen}
      aria-label={sites.length > 1 ? strings.chosenMany : strings.chosen}
    >
      <div className={styles.close}>
        <IconButton label={words.close} icon={<X />} onClick={onClose} />
      </div>
      <ul className={styles.cards}>
        {sites.map((site) => (
          <li key={site.csId}>
            <SiteCard site={site} now={now} from="map" />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{strings.more(more)}</p>}
    </section>
  );
}
