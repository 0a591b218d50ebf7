/** Source of screens: the registry's remotes in the shell, or a standalone page's own remote. */
import type { FilledSlot, RunnableRemote, ScreenTable } from '@shared/contract';
import type { RegistryFile } from '@shared/registry';
import type { RemoteComponent, ScreenSource } from '@shared/router/rendering';
import { atom } from 'jotai';
import type { Sink } from '../../errors/report.ts';

export interface RemoteSource extends ScreenSource {
  /** The files of the screen at a path below the brand, if they are known yet. */
  filesAt?: (path: string) => readonly RegistryFile[];
  /** The screens of all remotes; loads none of them. */
  screenTable: () => Promise<ScreenTable>;
  /** Calls `listener` with the screens of all remotes, each time that they are read. */
  watchScreenTable: (listener: (screenTable: ScreenTable) => void) => void;
  /** The component that fills a slot, or undefined if no remote does. */
  slot: (name: string) => Promise<RemoteComponent | undefined>;
  /** The entry of the published version for a first path segment, if another one runs here. */
  newer: (segment: string) => Promise<RegistryFile | undefined>;
  /** The team that owns a remote, if it is known yet. */
  teamOf: (remote: string) => string | undefined;
  /** The version of each remote that was loaded, by name. */
  running?: ReadonlyMap<string, string>;
  report: Sink;
}

/** The screens of all remotes; undefined until the registry has been read. */
export const screenTableAtom = atom<ScreenTable | undefined>(undefined);

/** Error of a remote that can't be loaded, with the error of every try in order. */
export class RemoteFailure extends Error {
  override name = 'RemoteFailure';
  readonly reasons: readonly unknown[];
  constructor(remote: string, reasons: readonly unknown[]) {
    super(`remote ${remote}: ${reasons.map(String).join(' | ') || 'no version can be used'}`);
    this.reasons = reasons;
  }
}

/** Returns the first component with which these remotes fill a slot. */
export const filledSlot = (remotes: readonly RunnableRemote[], name: string): FilledSlot | undefined =>
  remotes.flatMap(({ fills = [] }) => fills).find(({ slot }) => slot === name);
