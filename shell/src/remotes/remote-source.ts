/** Where screens come from: the registry's remotes in the shell, one bundled remote in its standalone page. */
import type { Remote, SlotName } from '@shared/contract';
import type { File } from '@shared/federation/preload';
import type { ComponentType } from 'react';

/** A screen or a slot's component. What it is handed is the caller's business. */
export type Part = ComponentType<Record<string, unknown>>;

export interface RemoteSource {
  /** The remote that renders a path below the brand (`''` for the home), or undefined where none does. */
  remoteAt: (path: string) => Promise<Remote | undefined>;
  /** Whether a remote renders a first path segment, told without loading that remote. */
  serves: (segment: string) => Promise<boolean>;
  /** The screen that a remote has for one of its routes' `path`. */
  screen: (remote: string, path: string) => Promise<Part>;
  /** What fills a slot, or undefined where no remote does. */
  slot: (name: SlotName) => Promise<Part | undefined>;
  /** The entry of the version that is published by now for a first path segment, if it isn't the one that is live here. */
  newer: (segment: string) => Promise<File | undefined>;
  /** Told of what was thrown while rendering a remote's part. */
  report: (error: unknown, where: string) => void;
}

/** Why a remote isn't there, with every attempt's error in the order in which they were made. */
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
