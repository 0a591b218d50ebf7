/** What a remote is, and the registry that says which version of each is live. */
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { REMOTE_SEGMENTS, type RemoteSegment } from './segments.ts';

/** Version of everything that shell and remotes share. A change that breaks a remote raises the first number. */
export const CONTRACT_VERSION = '1.1.0';

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

/** A file of a remote's version, with its `sha256-…` integrity. */
export const RegistryFile = z.object({ url: z.string(), integrity: z.string() });

/** One built version of a remote. Addresses are absolute paths of this origin, or URLs. */
export const RemoteVersion = z.object({
  version: z.string(),
  /** The federation container, a classic script. */
  entry: RegistryFile,
  manifest: z.optional(z.string()),
  /** Range of `CONTRACT_VERSION` that it was built for, such as `^1.0.0`. */
  contract: z.string(),
  segments: z.array(z.enum(REMOTE_SEGMENTS)),
  slots: z.array(z.string()),
  /** Files worth asking for as soon as the remote is known to be needed; by what its path begins with, `*` for all. */
  preload: z.record(z.string(), z.array(RegistryFile)),
});
export type RemoteVersion = z.output<typeof RemoteVersion>;

export const RegistryEntry = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  live: RemoteVersion,
  previous: z.optional(RemoteVersion),
});
export type RegistryEntry = z.output<typeof RegistryEntry>;

/** `remotes.json`: the only truth about versions. Publishing or rolling back changes this file alone. */
export const Registry = z.object({ remotes: z.array(RegistryEntry) });
export type Registry = z.output<typeof Registry>;
