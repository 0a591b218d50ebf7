import type { MapHand } from './engine.ts';
import type { Mark } from './visible-marks.ts';

/** Height of a pin above its place, in pixels. */
const PIN_HEIGHT = 48;
/** Half of the minimum target size in pixels (WCAG 2.2 SC 2.5.8). */
const HALF_FINGER = 12;

/** Returns whether `cover`, in page pixels, hides too much of a marker for it to be a target. */
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
