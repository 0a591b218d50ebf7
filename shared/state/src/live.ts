import type { LiveEvent } from '@shared/contract';
import { atom } from 'jotai';
import { useEffect, useRef } from 'react';

/** State of the live connection; `idle` while there is no session to hold it open. */
export const liveConnectionAtom = atom<'idle' | 'connecting' | 'open'>('idle');

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Hears every live event that could be read. Answers the function that ends it. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Hands an event to every listener; for the live bus alone. A listener that throws stops no other.
 * @returns what the listeners threw
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

/** Hears live events while the component is mounted; the newest `listener` is called. */
export function useLiveEvent(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onLiveEvent((event) => latest.current(event)), []);
}
