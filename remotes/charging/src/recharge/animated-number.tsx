import { useEffect, useRef, useState } from 'react';

const ANIMATION_MS = 220;

interface AnimatedNumberProps {
  value: number;
  format: (value: number) => string;
}

/**
 * Animates a figure to its new value; skips the animation with reduced motion or in a hidden tab.
 */
export function AnimatedNumber({ value, format }: AnimatedNumberProps) {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    const jump = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (jump || start === value) {
      from.current = value;
      setShown(value);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const part = Math.min(1, Math.max(0, (now - began) / ANIMATION_MS));
      // If a new value arrives during the animation, the next one starts at the value shown now.
      from.current = part === 1 ? value : start + (value - start) * (1 - (1 - part) ** 3);
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return format(shown);
}
