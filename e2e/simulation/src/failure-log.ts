/** The part of a log that a failure prints. */

/** Last events of the whole run, and of each instance, driver and charge point. */
const LAST = 30;
const LAST_OF_EACH = 6;

/** Returns the last events of the run and of each participant, in their order. */
export function lastEvents(events: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return events
    .toReversed()
    .filter((event, fromEnd) => {
      // After the time, up to the colon.
      const name = event.slice(event.indexOf(' ') + 1).split(': ', 1)[0] ?? '';
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return fromEnd < LAST || count < LAST_OF_EACH;
    })
    .reverse();
}
