/** Source of screens: the registry's remotes in the shell, or a standalone page's own remote. */
import type { RegistryFile, SlotName } from '@shared/contract';
import type { ComponentType } from 'react';

/** A screen or a slot's component. The caller knows its props. */
export type RemoteComponent = ComponentType<Record<string, unknown>>;

/** A remote, with its routes in React Router's syntax and the loader of each one's screen. */
export interface LoadedRemote {
  name: string;
  routes: readonly { path: string; load: () => Promise<RemoteComponent> }[];
}

export interface RemoteSource {
  /** The remote that renders a path below the brand (`''` for the home), if any. */
  remoteAt: (path: string) => Promise<LoadedRemote | undefined>;
  /** Whether a remote renders a first path segment; doesn't load that remote. */
  serves: (segment: string) => Promise<boolean>;
  /** The component that fills a slot, or undefined if no remote does. */
  slot: (name: SlotName) => Promise<RemoteComponent | undefined>;
  /** The entry of the published version for a first path segment, if another one runs here. */
  newer: (segment: string) => Promise<RegistryFile | undefined>;
  /** Receives errors thrown while rendering a remote's part. */
  report: (error: unknown, where: string) => void;
}

/** Error of a remote that can't be loaded, with the error of every attempt in order. */
export class RemoteFailure extends Error {
  override name = 'RemoteFailure';
  readonly remote: string;
  readonly reasons: readonly unknown[];
  constructor(remote: string, reasons: readonly unknown[]) {
    super(`remote ${remote}: ${reasons.map(String).join(' | ') || 'no version can be used'}`);
    this.remote = remote;
    this.reasons = reasons;
  }
}
