import type { MapHandle } from './engine.ts';
import type { Mark } from './visible-marks.ts';

/** Height of a pin above its place, in pixels. */
const PIN_HEIGHT = 48;
/** Half of the minimum target size in pixels (WCAG 2.2 SC 2.5.8). */
const HALF_TARGET = 12;

/** Returns whether `cover`, in page pixels, hides too much of a marker for it to be a target. */
export function isCovered(
  cover: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> | undefined,
  { container, project }: Pick<MapHandle, 'container' | 'project'>,
  mark: Mark,
): boolean {
  if (!cover) return false;
  const map = container.getBoundingClientRect();
  const at = project(mark.at);
  const x = map.left + at.x;
  const y = map.top + at.y - ('site' in mark ? PIN_HEIGHT / 2 : 0);
  return (
    x > cover.left - HALF_TARGET &&
    x < cover.right + HALF_TARGET &&
    y > cover.top - HALF_TARGET &&
    y < cover.bottom + HALF_TARGET
  );
}
