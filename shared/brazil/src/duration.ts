const two = (value: number) => String(value).padStart(2, '0');

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}

/** Formats seconds as `45 s`, `12 min` or `1 h 05 min`, rounded down. */
export function formatDuration(seconds: number): string {
  const of = split(seconds);
  if (of.hours > 0) return `${of.hours}\u00a0h\u00a0${two(of.minutes)}\u00a0min`;
  return of.minutes > 0 ? `${of.minutes}\u00a0min` : `${of.seconds}\u00a0s`;
}

/** Formats seconds as `HH:mm:ss`; hours may exceed 99. */
export function formatTimer(seconds: number): string {
  const of = split(seconds);
  return `${two(of.hours)}:${two(of.minutes)}:${two(of.seconds)}`;
}

/** Formats a duration, `HH:mm:ss` or seconds, as `HH:mm`. */
export function formatHoursMinutes(duration: string | number): string {
  const timer = typeof duration === 'number' ? formatTimer(duration) : duration;
  return timer.split(':').slice(0, 2).join(':');
}

/** Formats the age of data: `Atualizado agora`, `Atualizado há 12 min`. */
export function formatElapsed(seconds: number): string {
  return seconds < 1 ? 'Atualizado agora' : `Atualizado há ${formatDuration(seconds)}`;
}
