/** Smaller movements count as a tap. */
const MIN_PULL_PX = 8;
/** Elements in which a drag isn't a pull of the page. */
const IGNORED_ELEMENTS = 'dialog, input, [role="listbox"], [data-no-pull]';

interface Pull {
  /** Distance of the pull in pixels; 0 when it is cancelled. */
  onMove: (distance: number) => void;
  /** Called with the distance when the finger is lifted. */
  onRelease: (distance: number) => void;
}

/** Watches one-finger pulls from the top of the page. Returns a function that stops watching. */
export function watchPull({ onMove, onRelease }: Pull): () => void {
  let start: { x: number; y: number } | undefined;
  let distance = 0;
  const cancel = () => {
    if (distance > 0) onMove(0);
    start = undefined;
    distance = 0;
  };
  const touch = (event: TouchEvent) => {
    const [finger, second] = event.touches;
    const isIgnored = event.target instanceof Element && event.target.closest(IGNORED_ELEMENTS) !== null;
    if (!finger || second || isIgnored || scrollY > 0) cancel();
    else start = { x: finger.clientX, y: finger.clientY };
  };
  const move = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!start || !finger) return;
    const down = finger.clientY - start.y;
    const sideways = Math.abs(finger.clientX - start.x) > Math.abs(down);
    // Starting sideways or upwards is another gesture; a pull in progress may go back up.
    if (scrollY > 0 || (distance === 0 && (sideways || down < 0))) return cancel();
    if (distance === 0 && down < MIN_PULL_PX) return;
    distance = Math.max(0, down);
    onMove(distance);
  };
  const release = () => {
    if (distance > 0) onRelease(distance);
    start = undefined;
    distance = 0;
  };
  const listening = new AbortController();
  const listenerOptions = { passive: true, signal: listening.signal };
  addEventListener('touchstart', touch, listenerOptions);
  addEventListener('touchmove', move, listenerOptions);
  addEventListener('touchend', release, listenerOptions);
  addEventListener('touchcancel', cancel, listenerOptions);
  return () => listening.abort();
}
