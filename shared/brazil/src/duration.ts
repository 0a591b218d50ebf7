/** Returns the whole seconds from one instant to a later one, or 0 if the second isn't later. */
export const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000));

const two = (value: number) => String(value).padStart(2, '0');

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds));
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}

/** Formats seconds as `45 s`, `12 min` or `1 h 05 min`, rounded down. */
export function formatDuration(seconds: number): string {
  const time = split(seconds);
  if (time.hours > 0) return `${time.hours}\u00a0h\u00a0${two(time.minutes)}\u00a0min`;
  return time.minutes > 0 ? `${time.minutes}\u00a0min` : `${time.seconds}\u00a0s`;
}

/** Formats seconds as `HH:mm:ss`; hours may exceed 99. */
export function formatTimer(seconds: number): string {
  const time = split(seconds);
  return `${two(time.hours)}:${two(time.minutes)}:${two(time.seconds)}`;
}

/** Formats seconds as `mm:ss`, for countdowns of less than an hour. */
export const formatCountdown = (seconds: number): string => formatTimer(seconds).slice(-5);

/** Formats a duration, `HH:mm:ss` or seconds, as `HH:mm`. */
export function formatHoursMinutes(duration: string | number): string {
  const timer = typeof duration === 'number' ? formatTimer(duration) : duration;
  return timer.split(':').slice(0, 2).join(':');
}

const DAY = 24 * 3600;

/** Formats an age in its largest unit: `há 12 min`, `há 5 h`, `há 2 dias`. */
export function formatAge(seconds: number): string {
  const time = split(seconds);
  const days = Math.floor(time.hours / 24);
  if (seconds >= DAY) return days === 1 ? 'há\u00a01\u00a0dia' : `há\u00a0${days}\u00a0dias`;
  if (time.hours > 0) return `há\u00a0${time.hours}\u00a0h`;
  return time.minutes > 0 ? `há\u00a0${time.minutes}\u00a0min` : 'agora';
}

/** Formats the age of data: `Atualizado agora`, `Atualizado há 12 min`. */
export function formatElapsed(seconds: number): string {
  return seconds < 1 ? 'Atualizado agora' : `Atualizado há ${formatDuration(seconds)}`;
}
