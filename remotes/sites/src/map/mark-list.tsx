import { useEffect, useLayoutEffect, useRef } from 'react';
import type { MapHandle } from './engine.ts';
import type { Place } from './geometry.ts';
import styles from './map.module.css';
import { ClusterMark, SitePin } from './marks.tsx';
import { strings } from './strings.ts';
import type { Mark } from './visible-marks.ts';

interface MarkListProps {
  handle: MapHandle;
  marks: readonly Mark[];
  chosen?: Mark | undefined;
  position?: Place | undefined;
  onPress: (mark: Mark, button: HTMLElement) => void;
}

/** The markers in view: a list of buttons that moves with the map. */
export function MarkList({ handle, marks, chosen, position, onPress }: MarkListProps) {
  const list = useRef<HTMLUListElement>(null);
  const here = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  // Keep the chosen marker when it would become part of a cluster.
  const shown = !chosen || marks.some(({ key }) => key === chosen.key) ? marks : [...marks, chosen];

  useLayoutEffect(() => {
    const place = () => {
      shown.forEach(({ at }, index) => {
        moveElementTo(list.current?.children[index], handle, at);
      });
      if (position) moveElementTo(here.current, handle, position);
    };
    place();
    return handle.on('move', place);
  }, [handle, shown, position]);

  // Otherwise the focus would be lost when the focused marker disappears.
  useEffect(() => {
    if (focused.current === undefined || shown.some(({ key }) => key === focused.current)) return;
    focused.current = undefined;
    handle.focus();
  }, [handle, shown]);

  return (
    <>
      {position && <div ref={here} className={styles.here} aria-hidden="true" />}
      <ul ref={list} className={styles.marks} aria-label={strings.sites}>
        {shown.map((mark) => (
          <li
            key={mark.key}
            className={styles.mark}
            data-chosen={mark.key === chosen?.key}
            onFocus={() => {
              focused.current = mark.key;
            }}
            onBlur={() => {
              focused.current = undefined;
            }}
          >
            {'site' in mark ? (
              <SitePin
                site={mark.site}
                chosen={mark.key === chosen?.key}
                onPress={(button) => onPress(mark, button)}
              />
            ) : (
              <ClusterMark
                count={mark.count}
                available={mark.available}
                inUse={mark.inUse}
                onPress={(button) => onPress(mark, button)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function moveElementTo(element: Element | null | undefined, handle: MapHandle, place: Place): void {
  if (!(element instanceof HTMLElement)) return;
  const { x, y } = handle.project(place);
  element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
