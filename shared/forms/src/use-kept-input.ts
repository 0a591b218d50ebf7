import { useLocation } from '@shared/router';
import { expiredAtom, userIdAtom } from '@shared/state';
import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** What somebody had typed into the form of a path when the server ended their session. */
interface KeptInput {
  path: string;
  userId: string;
  typed: [name: string, value: unknown][];
}
const keptInputAtom = atom<KeptInput | undefined>(undefined);

/**
 * Brings back what was typed into a form when the server ended the session: the login takes the screen's place, and the
 * form after it is another one. Given once, to the same user at the same path; what they hadn't touched is the server's
 * newest. Kept in memory alone, since it is personal and the device may be anybody's.
 * @param isKept false for a form with a password or a card: these are typed anew
 */
export function useKeptInput<Values extends FieldValues>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Values>,
  initial: Readonly<Record<string, unknown>>,
  isKept: boolean,
): void {
  const store = useStore();
  const path = useLocation().pathname;
  const userId = useAtomValue(userIdAtom);

  useEffect(() => {
    if (!isKept) return;
    return store.sub(expiredAtom, () => {
      const typed = Object.entries(getValues()).filter(([name, value]) => value !== initial[name]);
      if (!store.get(expiredAtom) || userId === undefined || typed.length === 0) return;
      store.set(keptInputAtom, { path, userId, typed });
    });
  }, [store, path, userId, getValues, initial, isKept]);

  useEffect(() => {
    const kept = store.get(keptInputAtom);
    if (!isKept || kept?.path !== path || kept.userId !== userId) return;
    store.set(keptInputAtom, undefined);
    for (const [name, value] of kept.typed)
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
  }, [store, path, userId, setValue, isKept]);
}
