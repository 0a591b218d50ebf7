import { type TouchEvent, useRef } from 'react';

/** Minimum distance after which a released sheet closes. */
const FAR_PX = 96;
/** Minimum distance and speed of a flick, which closes the sheet as well. */
const FLICK_PX = 24;
const FLICK_PX_PER_MS = 0.6;

/** Touch handlers that move a sheet, and call `onSwiped` after a long or fast swipe down. */
export function useSwipeDown(onSwiped: (() => void) | undefined) {
  const start = useRef<{ y: number; at: number } | undefined>(undefined);
  if (!onSwiped) return {};

  const pulledPx = (event: TouchEvent) =>
    start.current ? Math.max(0, (event.changedTouches[0]?.clientY ?? 0) - start.current.y) : 0;
  const release = (event: TouchEvent<HTMLElement>) => {
    start.current = undefined;
    event.currentTarget.style.translate = '';
  };
  return {
    onTouchStart(event: TouchEvent<HTMLElement>) {
      const [touch] = Array.from(event.touches);
      // A scrolled sheet scrolls back first; ignore touches that bubble up from a nested dialog.
      const isOwn =
        event.target instanceof Element &&
        event.target.closest('dialog') === event.currentTarget.closest('dialog');
      if (touch && event.touches.length === 1 && isOwn && event.currentTarget.scrollTop <= 0)
        start.current = { y: touch.clientY, at: event.timeStamp };
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      if (!start.current) return;
      event.currentTarget.style.translate = `0 ${pulledPx(event)}px`;
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const distance = pulledPx(event);
      const speed = distance / Math.max(1, event.timeStamp - (start.current?.at ?? 0));
      release(event);
      if (distance > FAR_PX || (distance > FLICK_PX && speed > FLICK_PX_PER_MS)) onSwiped();
    },
    onTouchCancel: release,
  };
}
