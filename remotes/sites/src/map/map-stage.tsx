import type { ChargerSite } from '@shared/contract';
import { IconButton } from '@shared/ui';
import { LocateFixed, Minus, Plus } from '@shared/ui/icons';
import { type Ref, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ChosenSites } from './chosen-sites.tsx';
import { type Basemap, type Engine, MAX_ZOOM, type MapHandle } from './engine.ts';
import styles from './map.module.css';
import { useMapView } from './map-view.ts';
import { MarkList } from './mark-list.tsx';
import { siteFeatures } from './site-features.ts';
import type { SiteMapProps } from './site-map-props.ts';
import { strings } from './strings.ts';
import { useVisibleMarks } from './use-visible-marks.ts';
import type { Mark } from './visible-marks.ts';

/** Maximum number of cards for sites at one spot; the others are in the list. */
const MAX_CHOSEN = 10;
/** Minimum distance between the chosen marker and its card. */
const CARD_GAP_PIXELS = 24;

interface MapStageProps extends SiteMapProps {
  Engine: Engine;
  basemap: Basemap;
  dark: boolean;
  onFirstFrame: () => void;
  onReady: () => void;
  onFailed: (error: unknown) => void;
}

interface Chosen {
  /** The marker that was pressed. */
  mark: Mark;
  sites: readonly ChargerSite[];
  /** Number of further sites at the spot. */
  more: number;
}

/** The map with its markers, controls, and the card of the chosen site. */
export function MapStage(props: MapStageProps) {
  const { Engine, basemap, dark, sites, position, onLocate, onFirstFrame, onReady, onFailed } = props;
  const [handle, setHandle] = useState<MapHandle>();
  const [chosen, setChosen] = useState<Chosen>();
  const data = useMemo(() => siteFeatures(sites), [sites]);
  const byId = useMemo(() => new Map(sites.map((site) => [site.csId, site])), [sites]);
  const initialView = useMapView(handle, props);
  const controls = useRef<HTMLDivElement>(null);
  const marks = useVisibleMarks(handle, byId, controls);
  const pressed = useRef<HTMLElement>(null);

  const close = () => {
    setChosen(undefined);
    // Return the focus to the marker if it is still on the map.
    if (pressed.current?.isConnected) pressed.current.focus({ preventScroll: true });
  };

  const press = async (mark: Mark, button: HTMLElement) => {
    pressed.current = button;
    if ('site' in mark) return setChosen({ mark, sites: [mark.site], more: 0 });
    if (!handle) return;
    // Zoom in by at least one level: after a new search the clusters have other ids, and this one
    // may be gone.
    const nearer = Math.floor(handle.view().zoom) + 1;
    const zoom = Math.max(nearer, await handle.clusterZoom(mark.clusterId).catch(() => nearer));
    if (zoom <= MAX_ZOOM) {
      setChosen(undefined);
      return handle.moveTo({ ...mark.at, zoom });
    }
    // The sites are at the same spot, so no zoom level separates them.
    const ids = await handle.clusterSites(mark.clusterId, MAX_CHOSEN);
    const sitesAtSpot = ids.flatMap((id) => byId.get(id) ?? []);
    setChosen({ mark, sites: sitesAtSpot, more: mark.count - sitesAtSpot.length });
  };

  /** Moves the map so that the card doesn't cover the chosen marker. */
  const uncoverMark = (panel: HTMLElement) => {
    if (!handle || !chosen) return;
    // Unlike the bounding box, this is the card's place after the animation in which it appears.
    const top = panel.offsetTop - handle.container.offsetTop;
    const hidden = handle.project(chosen.mark.at).y + CARD_GAP_PIXELS - top;
    if (hidden > 0) handle.moveUp(hidden);
  };

  return (
    <>
      <MapControls
        ref={controls}
        onZoom={(steps) => afterPaint(() => handle?.zoomBy(steps))}
        onLocate={() =>
          afterPaint(() => {
            if (position) handle?.moveTo(position);
            onLocate();
          })
        }
      />
      <Engine
        basemap={basemap}
        dark={dark}
        data={data}
        initialView={initialView}
        onFirstFrame={onFirstFrame}
        onReady={(ready) => {
          setHandle(ready);
          onReady();
        }}
        onFailed={onFailed}
        onTap={() => setChosen(undefined)}
      />
      {handle &&
        createPortal(
          <MarkList
            handle={handle}
            marks={marks}
            chosen={chosen?.mark}
            position={position}
            onPress={(mark, button) =>
              afterPaint(() => {
                // Fails if a new search has replaced the cluster; there is nothing to show then.
                press(mark, button).catch((error: unknown) => console.warn('map', error));
              })
            }
          />,
          handle.container,
        )}
      {basemap.kind === 'own' && handle && <p className={styles.note}>{strings.builtInBasemap}</p>}
      {chosen && (
        <ChosenSites sites={chosen.sites} more={chosen.more} onShown={uncoverMark} onClose={close} />
      )}
    </>
  );
}

interface MapControlsProps {
  ref: Ref<HTMLDivElement>;
  onZoom: (steps: number) => void;
  onLocate: () => void;
}

/** Buttons for zooming and for locating the user. */
function MapControls({ ref, onZoom, onLocate }: MapControlsProps) {
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

/**
 * Runs `work` after the next paint, so that a press shows at once: redrawing the map takes longer
 * on a slow phone than a press should (https://web.dev/articles/optimize-long-tasks).
 */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
