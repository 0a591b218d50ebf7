// Not TSX, which Node can't run: the simulation imports this package.
import type { SlotDefinition } from '@shared/contract';
import { atom, useAtomValue } from 'jotai';
import { type ComponentType, createElement, type JSX, type ReactNode, useMemo } from 'react';

export interface SlotHost {
  /** Returns an isolated component for a slot's name, or undefined if no remote fills it. */
  component: (name: string) => ComponentType<{ props: object; fallback: ReactNode }> | undefined;
}
export const slotHostAtom = atom<SlotHost | undefined>(undefined);

/** Renders the component that fills a slot, or `fallback` if it is missing, loading or broken. */
export function Slot<Props extends object>({
  of: { name },
  props,
  fallback = null,
}: {
  of: SlotDefinition<Props>;
  props: NoInfer<Props>;
  fallback?: ReactNode;
}) {
  const host = useAtomValue(slotHostAtom);
  const Filled = useMemo(() => host?.component(name), [host, name]);
  const filled = (Component: NonNullable<typeof Filled>): JSX.Element =>
    createElement(Component, { props, fallback });
  return Filled ? filled(Filled) : fallback;
}
