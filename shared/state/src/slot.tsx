import type { SlotName, Slots } from '@shared/contract';
import { atom, useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, useMemo } from 'react';

/** What the host offers for slots: a contained component for a name, or undefined where no remote fills it. */
export interface SlotHost {
  component: <Name extends SlotName>(
    name: Name,
  ) => ComponentType<{ props: Slots[Name]; fallback: ReactNode }> | undefined;
}
export const slotHostAtom = atom<SlotHost | undefined>(undefined);

/**
 * A named place for another remote's component. Shows `fallback` (nothing, unless given) while that remote is missing,
 * slow or broken; the page around it goes on.
 */
export function Slot<Name extends SlotName>({
  name,
  props,
  fallback = null,
}: {
  name: Name;
  props: Slots[Name];
  fallback?: ReactNode;
}) {
  const host = useAtomValue(slotHostAtom);
  const Filled = useMemo(() => host?.component(name), [host, name]);
  return Filled ? <Filled props={props} fallback={fallback} /> : fallback;
}
