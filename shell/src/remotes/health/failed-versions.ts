/** Versions of remotes that failed while they rendered, and the version that each part is from. */
import type { RemoteVersion } from '@shared/registry';
import type { RemoteComponent } from '@shared/router/rendering';
import { type BrowserEntry, fitsContract, versionsOf, withOnly } from '../registry/browser-registry.ts';

/** The version that a loaded screen or slot's component is from. */
export interface Origin {
  entry: BrowserEntry;
  version: RemoteVersion;
  /** Name of the slot that the component fills. */
  slot?: string;
}

export function failedVersions() {
  const origins = new WeakMap<RemoteComponent, Origin>();
  const failed = new Set<string>();
  const key = ({ name }: BrowserEntry, { version }: RemoteVersion) => `${name} ${version}`;
  const isUsable = (entry: BrowserEntry) => (version: RemoteVersion) => !failed.has(key(entry, version));
  function clear(entry: BrowserEntry) {
    for (const version of versionsOf(entry)) failed.delete(key(entry, version));
  }

  return {
    /** Returns the entry without versions that failed; the first one left becomes the live one. */
    without: (entry: BrowserEntry): BrowserEntry => withOnly(entry, isUsable(entry)),
    /** Remembers the version that a part is from. Returns the part. */
    remember(part: RemoteComponent, origin: Origin): RemoteComponent {
      origins.set(part, origin);
      return part;
    },
    originOf: (part: RemoteComponent | undefined) => part && origins.get(part),
    /**
     * Stops using a version until every version of its entry has failed, or the page is reloaded.
     * Returns whether another version is left.
     */
    add({ entry, version }: Origin): boolean {
      failed.add(key(entry, version));
      const isLeft = versionsOf(entry).filter(isUsable(entry)).some(fitsContract);
      if (!isLeft) clear(entry);
      return isLeft;
    },
    /** Allows all versions of an entry again, for the next try. */
    clear,
  };
}
