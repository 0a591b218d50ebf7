/** A screen without input for this long, in ms, is idle. */
const REST_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/**
 * Tracks user input until `signal` aborts. Returns a function that returns whether a reload would
 * go unnoticed: online, no input for a minute, no dialog open, and no text in a field.
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
