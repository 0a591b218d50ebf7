/** Loads of remotes that failed in this page. `describe-load.ts`, which is loaded later, describes them. */
import type { RegistryFile, RemoteVersion } from '@shared/registry';
import type { LoadPhase, Recovery } from '@shared/registry/counted';

export interface FailedLoad {
  /** Absent for the registry. */
  remote?: string;
  version?: RemoteVersion;
  error: unknown;
  /** If it is not to be found out from the error. */
  phase?: LoadPhase;
  recovered?: Recovery | undefined;
  /** In ms since the epoch. */
  at: number;
}

/** Error of a file that a script or link element couldn't load. */
export class FileFailure extends Error {
  readonly file: RegistryFile;
  constructor(file: RegistryFile, reason: string) {
    super(`${file.url} ${reason}`);
    this.file = file;
  }
}

/** Errors of containers that were loaded, but didn't start. */
export const failedStarts = new WeakSet<object>();

const MAX_KEPT = 20;
/** The first ones of this page. */
export const failedLoads: FailedLoad[] = [];
const ignore = (_: FailedLoad): void => {};
let listener = ignore;

export function addFailedLoad(load: Omit<FailedLoad, 'at'>): void {
  if (failedLoads.length === MAX_KEPT) return;
  const added = { ...load, at: Date.now() };
  failedLoads.push(added);
  listener(added);
}

/** Passes all failed loads to `next`, those so far first. */
export function watchFailedLoads(next: typeof listener): void {
  listener = next;
  failedLoads.forEach(next);
}

/** Only for tests: test files share modules. */
export function forgetFailedLoads(): void {
  failedLoads.length = 0;
  listener = ignore;
}
