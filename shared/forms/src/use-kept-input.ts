import { useLocation } from '@shared/router';
import { expiredAtom, userIdAtom } from '@shared/state';
import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Form input that was unsaved when the server ended the session. */
interface KeptInput {
  path: string;
  userId: string;
  typed: [name: string, value: unknown][];
}
const keptInputAtom = atom<KeptInput | undefined>(undefined);

/**
 * Restores a form's unsaved input after the server ended the session: the login replaces the
 * screen, which unmounts the form. Restores it once, for the same user at the same path; fields the
 * user hadn't changed show the server's data. Kept in memory only, as the input is personal and the
 * device may be shared.
 * @param isKept false for a form with a password or a card: that input must not be kept
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
