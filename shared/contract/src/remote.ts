/** A remote: its routes and slots. `registry.ts` defines which version of each is live. */
import type { ReactNode } from 'react';
import type { RemoteSegment } from './segments.ts';

/** Version of all that shell and remotes share. A breaking change increments the major version. */
export const CONTRACT_VERSION = '3.0.0';

/** A component module, as a remote's `lazy` and slots resolve to. */
export interface ScreenModule<Props = object> {
  Component: (props: Props) => ReactNode;
}

/** `path` is below the brand, in React Router's syntax: `charger/:id`, `''` for the home. */
export interface RemoteRoute {
  path: string;
  lazy: () => Promise<ScreenModule>;
}

/** A named place in one remote that another remote fills, with its props. */
export interface Slots {
  /** Cards of the running charges, first on the home. */
  'home.activeRecharges': object;
  /** Unlocks the cable of a finished charge that is still plugged in. */
  'receipt.unlock': { transactionId: string; chargerNumber: string; available: boolean };
  /** Offer of push notices during a charge. */
  'recharge.notices': object;
  /** Coupon picker in the dialog that confirms a start. */
  'start.coupons': {
    siteId: string;
    selected: string | undefined;
    onSelect: (udcId: string | undefined) => void;
  };
}
export type SlotName = keyof Slots;

export interface Remote {
  name: string;
  /** First path segments below the brand that this remote renders. */
  segments: readonly RemoteSegment[];
  routes: readonly RemoteRoute[];
  slots?: { [Name in SlotName]?: () => Promise<ScreenModule<Slots[Name]>> };
}

/** Type-checks a remote, the only export of its entry. */
export const defineRemote = (remote: Remote): Remote => remote;
