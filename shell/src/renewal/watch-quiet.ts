/** A screen that nobody has touched for so long, in ms, is at rest. */
const REST_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/**
 * Watches whether a reload would disturb anybody, until `signal` ends it. The answer tells whether this is a quiet moment:
 * online, not touched for a minute, no dialog open, nothing typed into a field.
 */
export function watchQuiet(signal: AbortSignal): () => boolean {
  let touched = Date.now();
  const touch = () => {
    touched = Date.now();
  };
  for (const type of TOUCHES) addEventListener(type, touch, { signal, passive: true, capture: true });
  return () =>
    navigator.onLine &&
    Date.now() - touched >= REST_MS &&
    !document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') &&
    Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea')).every(isEmpty);
}

const isEmpty = ({ value, type }: HTMLInputElement) =>
  !value || ['checkbox', 'radio', 'hidden'].includes(type);
