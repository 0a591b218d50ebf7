import type { Point } from './engine-page.ts';

export type Role = 'button' | 'heading' | 'link' | 'radio' | 'row' | 'textbox';

/**
 * Runs in a page. Returns the centre of the first element with a role and an accessible name that a
 * user can press there: no other element covers it. Scrolls to it if needed. Keeps the element as
 * `window.foundElement`.
 * @param name source of a regular expression
 */
export function findElement(role: Role, name: string): Point | null {
  const selectors = {
    button: 'button, [role=button]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    radio: 'input[type=radio]',
    row: 'tr',
    textbox: 'input:not([type=radio]), textarea',
  };
  const pattern = new RegExp(name);
  // What is loading or moving may move the element between this call and the press. An animation on
  // another timeline moves with the scroll position only.
  const isMoving = ({ playState, effect, timeline }: Animation) =>
    playState === 'running' &&
    timeline === document.timeline &&
    effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
  if (document.querySelector('main [aria-busy="true"]') || document.getAnimations().some(isMoving))
    return null;
  const textOf = (elements: Iterable<Element | null>) =>
    [...elements].map((element) => element?.textContent ?? '').join(' ');
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
    const text =
      textOf(ids.map((id) => document.getElementById(id))) ||
      element.getAttribute('aria-label') ||
      textOf(labels) ||
      textOf([element]);
    return text.replace(/\s+/g, ' ').trim();
  };
  for (const element of document.querySelectorAll(selectors[role])) {
    if (!pattern.test(nameOf(element)) || element.matches(':disabled')) continue;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    const hit = document.elementFromPoint(point.x, point.y);
    if (!hit || !(element.contains(hit) || hit.closest('label')?.control === element)) continue;
    Object.assign(window, { foundElement: element });
    return point;
  }
  return null;
}
