import type { LiveEvent } from '@shared/contract';
import { atom } from 'jotai';
import { useEffect, useEffectEvent } from 'react';

/** State of the live connection; `idle` without a session. */
export const liveConnectionAtom = atom<'idle' | 'connecting' | 'open'>('idle');

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Subscribes to all valid live events. Returns the unsubscribe function. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Passes an event to every listener, even if one throws. For the live event bus and tests.
 * @returns the errors that listeners threw
 */
export function emitLiveEvent(event: LiveEvent): unknown[] {
  const errors: unknown[] = [];
  for (const listener of [...listeners]) {
    try {
      listener(event);
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

/** Subscribes to live events while mounted; always calls the newest `listener`. */
export function useLiveEvent(listener: Listener): void {
  const notify = useEffectEvent(listener);
  useEffect(() => onLiveEvent((event) => notify(event)), []);
}
