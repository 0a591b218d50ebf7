/** What a remote is: routes and slots. `registry.ts` says which version of each is live. */
import type { ReactNode } from 'react';
import type { RemoteSegment } from './segments.ts';

/** Version of everything that shell and remotes share. A change that breaks a remote raises the first number. */
export const CONTRACT_VERSION = '1.2.0';

/** A component module as a remote's `lazy` and slots answer it. */
export interface ScreenModule<Props = object> {
  Component: (props: Props) => ReactNode;
}

/** One screen. `path` is below the brand, in React Router's syntax (`charger/:id`, `''` for the home). */
export interface RemoteRoute {
  path: string;
  lazy: () => Promise<ScreenModule>;
}

/** A named place that one remote leaves for another, with what it hands over. */
export interface Slots {
  /** Cards of the charges that are running, first on the home. */
  'home.activeRecharges': object;
  /** Coupon picker inside the confirmation of a start. */
  'start.coupons': {
    siteId: string;
    selected: string | undefined;
    onSelect: (udcId: string | undefined) => void;
  };
}
export type SlotName = keyof Slots;
export const SLOT_NAMES = ['home.activeRecharges', 'start.coupons'] as const satisfies SlotName[];

export interface Remote {
  name: string;
  /** First path segments below the brand that this remote renders. */
  segments: readonly RemoteSegment[];
  routes: readonly RemoteRoute[];
  slots?: { [Name in SlotName]?: () => Promise<ScreenModule<Slots[Name]>> };
}

/** A remote's entry is this and nothing else: a table of contents. */
export const defineRemote = (remote: Remote): Remote => remote;
