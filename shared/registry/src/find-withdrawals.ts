/** Finds the versions to withdraw. Not part of the package's index: no page needs it. */
import { failureRate, isWorse, type VersionCounts } from './judge-version.ts';
import { type Registry, type RemoteVersion, type Withdrawn, withoutWithdrawn } from './registry.ts';
import type { RemoteCounts } from './remote-report.ts';

type Counts = RemoteCounts['counts'];

/**
 * Returns the versions that fail significantly more often than their predecessor: a candidate
 * compared with the live version in the same hours, and a live version with the previous one. A
 * withdrawn version is neither judged nor a predecessor, because no browser runs it.
 */
export function findWithdrawals(
  { remotes, withdrawn = [] }: Registry,
  counts: Counts,
  now: Date,
): Withdrawn[] {
  const found: Withdrawn[] = [];
  for (const entry of remotes) {
    const { name, live, previous, candidate } = withoutWithdrawn(entry, withdrawn);
    const countsOfRemote = counts.filter(({ remote }) => remote === name);
    const judge = (release: RemoteVersion, predecessor: RemoteVersion, from = '') => {
      const sum = sumOf(countsOfRemote, release);
      const baseline = sumOf(countsOfRemote, predecessor, from);
      if (!isWorse(sum, baseline)) return;
      const reason = `${percent(sum)} of its screens failed, compared with ${percent(baseline)} for ${predecessor.version}`;
      found.push({ name, version: release.version, reason, at: now.toISOString() });
    };
    if (candidate) judge(candidate.release, live, firstHourOf(countsOfRemote, candidate.release));
    if (previous) judge(live, previous);
  }
  return found;
}

function sumOf(counts: Counts, { version }: RemoteVersion, from = ''): VersionCounts {
  const sum = { opened: 0, failed: 0 };
  for (const { opened, failed } of counts.filter((row) => row.version === version && row.hour >= from)) {
    sum.opened += opened;
    sum.failed += failed;
  }
  return sum;
}

const firstHourOf = (counts: Counts, { version }: RemoteVersion) =>
  counts
    .filter((row) => row.version === version)
    .map(({ hour }) => hour)
    .sort()[0];

const percent = (counts: VersionCounts) => `${(100 * failureRate(counts)).toFixed(1)} %`;
