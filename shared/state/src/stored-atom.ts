import { parseJson } from '@shared/contract';
import { atom } from 'jotai';
import type { SetStateAction } from 'react';
import type * as z from 'zod/mini';
import { device } from './storage.ts';

/** Atom persisted on this device. Stored data that doesn't match the schema becomes `initial`. */
export function storedAtom<T>(key: string, schema: z.ZodMiniType<T>, initial: T) {
  const parse = (stored: string | null | undefined) =>
    schema.safeParse(parseJson(stored ?? '')).data ?? initial;
  const stored = atom(parse(device.read(key)));
  stored.onMount = (set) => {
    set(parse(device.read(key)));
    // Sync changes from other tabs.
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) set(parse(event.newValue));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  };
  return atom(
    (get) => get(stored),
    (get, set, action: SetStateAction<T>) => {
      const value = action instanceof Function ? action(get(stored)) : action;
      set(stored, value);
      device.write(key, JSON.stringify(value));
    },
  );
}
