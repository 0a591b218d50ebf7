import type { Atom } from 'jotai';
import type { Store } from '../page-state.ts';

/** Resolves once `isReached` accepts the value of an atom. */
export const until = <T>(store: Store, atom: Atom<T>, isReached: (value: T) => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => isReached(store.get(atom)) && resolve();
    store.sub(atom, check);
    check();
  });
