/**
 * Wraps local or session storage so that it never throws: if the browser blocks it (private
 * windows, blocked cookies, full disk), values are kept in memory until the page closes.
 */
function guarded(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    /** Returns the names of all stored items, including those of other code. */
    names(): string[] {
      try {
        const stored = area();
        return [...memory.keys(), ...Array.from({ length: stored.length }, (_, at) => stored.key(at) ?? '')];
      } catch {
        return [...memory.keys()];
      }
    },
    read(key: string): string | undefined {
      try {
        // A value is in memory only if storing it failed, so the stored one is older.
        return memory.get(key) ?? area().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** `undefined` removes the item. */
    write(key: string, value: string | undefined): void {
      memory.delete(key);
      try {
        if (value === undefined) area().removeItem(key);
        else area().setItem(key, value);
      } catch {
        if (value !== undefined) memory.set(key, value);
      }
    },
  };
}

/** Persisted on this device. */
export const device = guarded(() => localStorage);
/** Persisted for this tab across reloads. */
export const tab = guarded(() => sessionStorage);
