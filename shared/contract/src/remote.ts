/** How a remote describes itself. `registry.ts` defines which version of each is live. */
import type { ReactNode } from 'react';
import type { Screen } from './segments.ts';
import type { Setting } from './settings.ts';

/** A component module, as a remote's `lazy` and slots resolve to. */
export interface ScreenModule<Props = object> {
  Component: (props: Props) => ReactNode;
}

/** A requested first view. */
export interface FirstView {
  /** The parameters in the route's path. */
  params: Readonly<Record<string, string | undefined>>;
  /** Query of the URL, with its `?` unless it is empty. */
  search: string;
  /** The rounded position from the browser's `place` cookie, in degrees. */
  place?: { lat: number; lng: number } | undefined;
}

/** Data of a first view, which must be the same for all users of a brand. */
export interface FirstViewRead {
  queryKey: readonly unknown[];
  /** How many items of a list the view renders; all by default. */
  first?: number;
}

/** Renders the first view of a screen on the server, with the screen's own components. */
export interface PrerenderModule extends ScreenModule<FirstView> {
  /**
   * Returns the data that must be in the query cache before `Component` is rendered; undefined if
   * the URL has no first view.
   */
  reads: (view: FirstView) => readonly FirstViewRead[] | undefined;
  /**
   * Parameters of the URL's query that the view depends on; all by default. URLs that differ in
   * others share one view.
   */
  search?: readonly string[];
}

/** All routes with the same first segment have the same `access` and `unattended`. */
export interface RemoteRoute extends Pick<Screen, 'title' | 'unattended'> {
  /** Below the brand, in React Router's syntax: `charger/:id`, `''` for the home. */
  path: string;
  /** Where a guest is redirected, see `Screen`; shown to everyone by default. */
  access?: 'login' | 'home' | undefined;
  lazy: () => Promise<ScreenModule>;
  /**
   * Imports `prerender.tsx` of the screen's folder. The server renders the first view with it;
   * browsers never load it.
   */
  prerender?: () => Promise<PrerenderModule>;
}

/** A named place in a screen of one remote that another remote fills. */
export interface SlotDefinition<Props extends object = object> {
  name: string;
  /** For types only: what the screen passes to the component. */
  props?: Props;
}
export type SlotProps<Slot extends SlotDefinition> = NonNullable<Slot['props']>;

/**
 * Defines a slot, in `slots.ts` of the remote that offers it.
 * @param name unique: the remote's name, a dot and the place
 */
export const defineSlot = <Props extends object>(name: string): SlotDefinition<Props> => ({ name });

/** A slot and the component that fills it. */
export interface FilledSlot {
  slot: string;
  lazy: () => Promise<ScreenModule<never>>;
}

export const fillSlot = <Props extends object>(
  { name }: SlotDefinition<Props>,
  lazy: () => Promise<ScreenModule<Props>>,
): FilledSlot => ({ slot: name, lazy });

/** The part of a remote that the shell runs. */
export interface RunnableRemote {
  name: string;
  routes: readonly RemoteRoute[];
  /** Slots of other remotes that it fills. */
  fills?: readonly FilledSlot[];
}

export interface Remote extends RunnableRemote {
  /** Short description. */
  title: string;
  /** The team, and its contact for questions and failures. */
  owner: { team: string; contact: string };
  /** Maximum size of its heaviest screen in KB (gzip), for the remote's own files. */
  budgetKb: number;
  /** Values that `config.json` may override, see `defineSetting`. */
  settings?: readonly Setting[];
}

/** Type-checks a remote, the only export of its entry. */
export const defineRemote = (remote: Remote): Remote => remote;
