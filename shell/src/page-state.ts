import type { QueryClient } from '@shared/client';
import type { createStore } from 'jotai';

export type Store = ReturnType<typeof createStore>;

/** State of the page that the shell's parts share. */
export interface PageState {
  /** Values of the atoms. */
  store: Store;
  /** Responses of calls. */
  cache: QueryClient;
}
