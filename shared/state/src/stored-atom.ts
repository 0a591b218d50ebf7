import { parseJson } from '@shared/contract';
import { atomWithStorage } from 'jotai/utils';
import type * as z from 'zod/mini';
import { device } from './storage.ts';

/** Atom persisted on this device. Stored data that doesn't match the schema becomes `initial`. */
export function storedAtom<T>(key: string, schema: z.ZodMiniType<T>, initial: T) {
  return atomWithStorage<T>(
    key,
    initial,
    {
      getItem: () => parse(device.read(key), schema) ?? initial,
      setItem: (_, value) => device.write(key, JSON.stringify(value)),
      removeItem: () => device.write(key, undefined),
      // Sync changes from other tabs.
      subscribe(_, changed) {
        const onStorage = (event: StorageEvent) => {
          if (event.key === key) changed(parse(event.newValue, schema) ?? initial);
        };
        addEventListener('storage', onStorage);
        return () => removeEventListener('storage', onStorage);
      },
    },
    { getOnInit: true },
  );
}

const parse = <T>(stored: string | null | undefined, schema: z.ZodMiniType<T>): T | undefined =>
  schema.safeParse(parseJson(stored ?? '')).data;
