const WINDOW_MS = 60_000;
/** Keys beyond this number share one entry. */
const MAX_KEYS = 1000;
const OTHERS = 'others';

/** Writes at most one log line, with a count, per key and minute: clients can't flood the log. */
export function createLogTally<Fields extends object>(
  write: (line: Fields & { count: number }) => void,
  now: () => Date,
) {
  const entries = new Map<string, { fields: Fields; count: number; until: number }>();
  return {
    /** Writes the first call for a key at once and counts later ones. */
    add(given: string, fields: Fields): void {
      const key = entries.has(given) || entries.size < MAX_KEYS ? given : OTHERS;
      const entry = entries.get(key);
      if (entry) {
        entry.count += 1;
        entry.fields = fields;
        return;
      }
      entries.set(key, { fields, count: 0, until: now().getTime() + WINDOW_MS });
      write({ ...fields, count: 1 });
    },
    /** Writes the counts of windows that have ended. Has to be called regularly. */
    flush(): void {
      for (const [key, entry] of entries) {
        if (now().getTime() < entry.until) continue;
        if (entry.count === 0) {
          entries.delete(key);
          continue;
        }
        write({ ...entry.fields, count: entry.count });
        entry.count = 0;
        entry.until = now().getTime() + WINDOW_MS;
      }
    },
  };
}
