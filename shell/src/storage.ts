/**
 * Local and session storage that never throw: where the browser forbids them (private windows, blocked cookies, a full
 * disk) the value lives as long as the page.
 */
function guarded(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(key: string): string | undefined {
      try {
        return area().getItem(key) ?? memory.get(key);
      } catch {
        return memory.get(key);
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
