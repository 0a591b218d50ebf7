import type { QueryClient } from '@shared/client';
import { sessionAtom } from '@shared/state';
import { atom, type createStore } from 'jotai';

export type Store = ReturnType<typeof createStore>;

/** State of the page that the shell's parts share. */
export interface PageState {
  /** Values of the atoms. */
  store: Store;
  /** Responses of calls. */
  cache: QueryClient;
}

/** Token of the user's session; undefined for a guest. */
export const tokenAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'user' ? session.token : undefined;
});
