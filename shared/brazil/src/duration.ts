const two = (value: number) => String(value).padStart(2, '0');

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}

/** Seconds, minutes or hours, whichever fits: `45 s`, `12 min`, `1 h 05 min`. Fractions are cut off. */
export function formatDuration(seconds: number): string {
  const of = split(seconds);
  if (of.hours > 0) return `${of.hours}\u00a0h\u00a0${two(of.minutes)}\u00a0min`;
  return of.minutes > 0 ? `${of.minutes}\u00a0min` : `${of.seconds}\u00a0s`;
}

/** A running clock, `HH:mm:ss`; hours go past 99 where they must. */
export function formatTimer(seconds: number): string {
  const of = split(seconds);
  return `${two(of.hours)}:${two(of.minutes)}:${two(of.seconds)}`;
}

/** Required charge time: the first five characters of `HH:mm:ss` (specification, section 9); a number is seconds. */
export function formatRequiredTime(duration: string | number): string {
  return typeof duration === 'number' ? formatTimer(duration).slice(0, -3) : duration.slice(0, 5);
}

/** How old shown data is: `Atualizado agora`, `Atualizado há 12 min`. */
export function formatElapsed(seconds: number): string {
  return seconds < 1 ? 'Atualizado agora' : `Atualizado há ${formatDuration(seconds)}`;
}
