import { useLocation } from '@shared/router';
import { expiredAtom, userIdAtom } from '@shared/state';
import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** Form input that was unsaved when the server ended the session. */
interface UnsavedInput {
  path: string;
  userId: string;
  values: [name: string, value: unknown][];
}
const unsavedInputAtom = atom<UnsavedInput | undefined>(undefined);

/**
 * Restores a form's unsaved input after the server ended the session: the login replaces the
 * screen, which unmounts the form. Restores it once, for the same user at the same path; fields the
 * user hadn't changed show the server's data. Kept in memory only, as the input is personal and the
 * device may be shared.
 * @param enabled false for a form with a password or a card: that input must not be kept
 */
export function useRestoredInput<Values extends FieldValues>(
  { getValues, setValue }: UseFormReturn<Values, unknown, Values>,
  initial: Readonly<Record<string, unknown>>,
  enabled: boolean,
): void {
  const store = useStore();
  const path = useLocation().pathname;
  const userId = useAtomValue(userIdAtom);

  useEffect(() => {
    if (!enabled) return;
    return store.sub(expiredAtom, () => {
      const values = Object.entries(getValues()).filter(([name, value]) => value !== initial[name]);
      if (!store.get(expiredAtom) || userId === undefined || values.length === 0) return;
      store.set(unsavedInputAtom, { path, userId, values });
    });
  }, [store, path, userId, getValues, initial, enabled]);

  useEffect(() => {
    const unsaved = store.get(unsavedInputAtom);
    if (!enabled || unsaved?.path !== path || unsaved.userId !== userId) return;
    store.set(unsavedInputAtom, undefined);
    for (const [name, value] of unsaved.values)
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
  }, [store, path, userId, setValue, enabled]);
}
