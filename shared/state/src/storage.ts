/**
 * Local and session storage that never throw: where the browser forbids them (private windows, blocked cookies, a full
 * disk) the value lives as long as the page.
 */
function guarded(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    /** Names of all that is kept, whoever kept it. */
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
        // What is in memory couldn't be stored, so what is stored is older.
        return memory.get(key) ?? area().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** `undefined` removes. */
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

/** Kept on this device. */
export const device = guarded(() => localStorage);
/** Kept by this tab, over reloads. */
export const tab = guarded(() => sessionStorage);
