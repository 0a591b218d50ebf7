import type { AppConfig } from '@shared/contract';
import type { FirstViewData } from '@shared/registry/first-view';
import type { PageState } from '../page-state.ts';
import type { SyncedSession } from '../people/session/sync-session.ts';
import type { RouterProps } from '../routing/router.tsx';

/** Settings of a page: the shell's, or a standalone remote's. */
export interface HostSettings extends RouterProps {
  /** By default the shell's `config.json`. */
  fetchConfig?: () => Promise<AppConfig>;
}

/** State of a mounted page. */
export interface Host extends HostSettings, PageState {
  /** Data of the page's prerendered view. */
  firstView?: FirstViewData | undefined;
  /** Present once a brand has been loaded. */
  session?: SyncedSession;
  /** When `open` was last called (`performance.now`). */
  openedAt?: number;
  /** Stops what `open` started. */
  leave?: () => void;
}
