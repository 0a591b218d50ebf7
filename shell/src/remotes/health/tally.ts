import {
  COUNTED_NAME,
  COUNTED_VERSION,
  type Counted,
  MAX_COUNT,
  MAX_VERSIONS,
} from '@shared/registry/counted';
import type { RemoteReport } from '@shared/registry/remote-report';

type Version = Pick<RemoteReport['versions'][number], 'remote' | 'version'>;

/** Adds up counts by version, within the limits of one report. */
export function createTally() {
  let versions: RemoteReport['versions'] = [];
  return {
    add({ remote, version }: Version, kind: Counted): void {
      // The server refuses a report with any other name or version, and with it all other counts.
      if (!COUNTED_NAME.test(remote) || !COUNTED_VERSION.test(version)) return;
      let entry = versions.find((known) => known.remote === remote && known.version === version);
      if (!entry) {
        if (versions.length === MAX_VERSIONS) return;
        entry = { remote, version, counts: {} };
        versions.push(entry);
      }
      entry.counts[kind] = Math.min(MAX_COUNT, (entry.counts[kind] ?? 0) + 1);
    },
    /** Returns the counts since the last call, undefined if there are none. */
    take(): RemoteReport | undefined {
      const taken = versions;
      versions = [];
      return taken.length > 0 ? { versions: taken } : undefined;
    },
  };
}
