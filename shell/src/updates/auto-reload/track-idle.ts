/** A screen without input for this long, in ms, is idle. */
const IDLE_AFTER_MS = 60_000;
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/**
 * Tracks input until `signal` aborts. Returns a function that returns whether a reload would go
 * unnoticed: online, no input for a minute, no dialog open, and no text in a field.
 */
export function trackIdle(signal: AbortSignal): () => boolean {
  let lastInputAt = Date.now();
  const onInput = () => {
    lastInputAt = Date.now();
  };
  for (const type of INPUT_EVENTS) addEventListener(type, onInput, { signal, passive: true, capture: true });
  return () =>
    navigator.onLine &&
    Date.now() - lastInputAt >= IDLE_AFTER_MS &&
    !document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') &&
    Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea')).every(isEmpty);
}

const isEmpty = ({ value, type }: HTMLInputElement) =>
  !value || ['checkbox', 'radio', 'hidden'].includes(type);
