/** Source of screens: the registry's remotes in the shell, or a standalone page's own remote. */
import type { RegistryFile, Screens } from '@shared/contract';
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
  /** The files of the screen at a path below the brand, as far as they are known yet. */
  filesAt?: (path: string) => readonly RegistryFile[];
  /** The screens of all remotes; loads none of them. */
  screens: () => Promise<Screens>;
  /** Calls `listener` with the screens of all remotes, each time that they are read. */
  watchScreens: (listener: (screens: Screens) => void) => void;
  /** The component that fills a slot, or undefined if no remote does. */
  slot: (name: string) => Promise<RemoteComponent | undefined>;
  /** The entry of the published version for a first path segment, if another one runs here. */
  newer: (segment: string) => Promise<RegistryFile | undefined>;
  /** The team that owns a remote, if it is known yet. */
  teamOf: (remote: string) => string | undefined;
  /** The version of each remote that was loaded, by name. */
  running?: ReadonlyMap<string, string>;
  report: (error: unknown, where: string) => void;
  /**
   * Reports an error that a loaded part threw while it rendered. Returns whether another version of
   * the part can be loaded.
   */
  failed: (part: RemoteComponent, error: unknown, where: string) => boolean;
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
