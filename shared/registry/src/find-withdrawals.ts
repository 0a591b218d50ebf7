/** Finds the versions to withdraw. Not part of the package's index: no page needs it. */
import { failureRate, isWorse, type VersionCounts } from './judge-version.ts';
import { type Registry, type RemoteVersion, type Withdrawn, withoutWithdrawn } from './registry.ts';
import type { RemoteCounts } from './remote-report.ts';

type Counts = RemoteCounts['counts'];

/** Why a version was withdrawn. */
export interface WithdrawalFigures extends VersionCounts {
  predecessor?: VersionCounts & { version: string };
}

export interface FoundWithdrawal extends Withdrawn {
  figures: WithdrawalFigures;
}

/**
 * Returns the versions that fail significantly more often than their predecessor: a candidate
 * compared with the live version in the same hours, and a live version with the previous one. An aimed
 * candidate is compared only within its target: with the live version in browsers that its share leaves
 * out, and in those in which it failed, since they run the live version in its place. A withdrawn
 * version is neither judged nor a predecessor, because no browser runs it.
 */
export function findWithdrawals(
  { remotes, withdrawn = [] }: Registry,
  counts: Counts,
  now: Date,
): FoundWithdrawal[] {
  const found: FoundWithdrawal[] = [];
  for (const entry of remotes) {
    const { name, live, previous, candidate } = withoutWithdrawn(entry, withdrawn);
    const countsOfRemote = counts.filter(({ remote }) => remote === name);
    const judge = (
      release: RemoteVersion,
      predecessor: RemoteVersion,
      { from = '', isAimed = false } = {},
    ) => {
      const sum = sumOf(countsOfRemote, release, { isAimed });
      const baseline = sumOf(countsOfRemote, predecessor, { from, isAimed });
      if (!isWorse(sum, baseline)) return;
      const compared = `compared with ${percent(baseline)} for ${predecessor.version}`;
      const where = isAimed ? ' within its target' : '';
      const reason = `${percent(sum)} of its screens failed${where}, ${compared}`;
      const figures = { ...sum, predecessor: { version: predecessor.version, ...baseline } };
      found.push({ name, version: release.version, reason, at: now.toISOString(), figures });
    };
    if (candidate) {
      const from = firstHourOf(countsOfRemote, candidate.release);
      judge(candidate.release, live, { from, isAimed: candidate.target !== undefined });
    }
    if (previous) judge(live, previous);
  }
  return found;
}

/** @param isAimed whether only visits that fit the candidate's target count */
function sumOf(counts: Counts, { version }: RemoteVersion, { from = '', isAimed = false }): VersionCounts {
  const sum = { opened: 0, failed: 0 };
  for (const row of counts.filter((row) => row.version === version && row.hour >= from)) {
    sum.opened += (isAimed ? row.aimedOpened : row.opened) ?? 0;
    sum.failed += (isAimed ? row.aimedFailed : row.failed) ?? 0;
  }
  return sum;
}

const firstHourOf = (counts: Counts, { version }: RemoteVersion) =>
  counts
    .filter((row) => row.version === version)
    .map(({ hour }) => hour)
    .sort()[0];

const percent = (counts: VersionCounts) => `${(100 * failureRate(counts)).toFixed(1)} %`;
