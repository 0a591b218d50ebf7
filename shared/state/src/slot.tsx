import type { SlotName, Slots } from '@shared/contract';
import { atom, useAtomValue } from 'jotai';
import { type ComponentType, type ReactNode, useMemo } from 'react';

/**
 * Host of the slots: returns an isolated component for a name, or undefined if no remote fills it.
 */
export interface SlotHost {
  component: <Name extends SlotName>(
    name: Name,
  ) => ComponentType<{ props: Slots[Name]; fallback: ReactNode }> | undefined;
}
export const slotHostAtom = atom<SlotHost | undefined>(undefined);

/**
 * Placeholder for another remote's component. Renders `fallback` (nothing by default) while that
 * remote is missing, slow or broken, without affecting the page around it.
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
