import type { MapHand } from './engine.ts';
import type { Mark } from './visible-marks.ts';

/** How high a pin stands above its place, in pixels. */
const PIN_HEIGHT = 48;
/** Half of the least that a finger meets, in pixels (WCAG 2.2, 2.5.8). */
const HALF_FINGER = 12;

/** Whether too little of a mark looks out from under `cover`, in pixels of the page, for a finger to meet it. */
export function isUnder(
  cover: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> | undefined,
  { container, project }: Pick<MapHand, 'container' | 'project'>,
  mark: Mark,
): boolean {
  if (!cover) return false;
  const map = container.getBoundingClientRect();
  const at = project(mark.at);
  const x = map.left + at.x;
  const y = map.top + at.y - ('site' in mark ? PIN_HEIGHT / 2 : 0);
  return (
    x > cover.left - HALF_FINGER &&
    x < cover.right + HALF_FINGER &&
    y > cover.top - HALF_FINGER &&
    y < cover.bottom + HALF_FINGER
  );
}
