import type { SlotName, Slots } from '@shared/contract';
import { atom, useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, useMemo } from 'react';

/** Returns an isolated component for a slot, or undefined if no remote fills it. */
export interface SlotHost {
  component: <Name extends SlotName>(
    name: Name,
  ) => ComponentType<{ props: Slots[Name]; fallback: ReactNode }> | undefined;
}
export const slotHostAtom = atom<SlotHost | undefined>(undefined);

/** Renders `fallback` while the other remote is missing, slow or broken. */
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
