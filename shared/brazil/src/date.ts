/**
 * UTC-3 (the sign is inverted, as in POSIX), used only for start times on boards and for fleet
 * telemetry; everything else uses the device's time zone.
 */
export const BOARD_TIME_ZONE = 'Etc/GMT+3';

type Instant = string | number | Date;

const formats = new Map<string, Intl.DateTimeFormat>();

function parts(instant: Instant, timeZone: string | undefined) {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    });
    formats.set(key, format);
  }
  const fields = Object.fromEntries(
    format.formatToParts(new Date(instant)).map((part) => [part.type, part.value]),
  );
  return { date: `${fields.day}/${fields.month}/${fields.year}`, time: `${fields.hour}:${fields.minute}` };
}

/**
 * Formats as `DD/MM/YYYY - HH:mm`, in the device's time zone by default.
 * @throws RangeError if the instant is invalid
 */
export function formatDateTime(instant: Instant, timeZone?: string): string {
  const { date, time } = parts(instant, timeZone);
  return `${date} - ${time}`;
}

/** Formats as `DD/MM/YYYY`; see `formatDateTime`. */
export function formatDate(instant: Instant, timeZone?: string): string {
  return parts(instant, timeZone).date;
}

/** Formats as `HH:mm`; see `formatDateTime`. */
export function formatTime(instant: Instant, timeZone?: string): string {
  return parts(instant, timeZone).time;
}
