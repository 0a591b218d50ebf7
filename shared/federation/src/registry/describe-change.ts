import type { RegistryEntry } from '@shared/registry';
import { optionsOf } from './share.ts';

/** Lists the versions of `before` that ended and the remotes that are gone, as lines to print. */
export const endedVersions = (before: RegistryEntry[], after: RegistryEntry[]): string[] =>
  before.flatMap((entry) => {
    const now = after.find(({ name }) => name === entry.name);
    const roles = [
      ['candidate', entry.candidate?.release.version, now?.candidate?.release.version],
      ['previous', entry.previous?.version, now?.previous?.version],
    ] as const;
    const gone = now ? [] : [`${entry.name} ${entry.live.version} is no longer part of the web app`];
    const ended = roles.flatMap(([role, version, kept]) =>
      version === undefined || version === kept
        ? []
        : [`${entry.name} ${version} is no longer its ${role} version`],
    );
    return [...gone, ...ended];
  });

/**
 * Returns the commands that restore a remote's entry, as far as possible: they don't restore the former
 * previous version.
 */
export function undo(before: RegistryEntry | undefined, after: RegistryEntry): string[] {
  const { name, live, candidate } = after;
  if (!before) return [`pnpm remote remove ${name}`];
  const to = `pnpm remote promote ${name}`;
  const steps: string[] = [];
  if (candidate && !before.candidate) steps.push(`pnpm remote rollback ${name}`);
  if (before.live.version !== live.version)
    steps.push(
      // The version before, or the one that ran in place of a withdrawn one.
      after.previous && !candidate ? `pnpm remote rollback ${name}` : `${to} ${before.live.version}`,
    );
  const earlier = before.candidate;
  if (earlier && keyOf(earlier) !== keyOf(candidate))
    steps.push(`${to} ${earlier.release.version} ${optionsOf(earlier)}`);
  return steps;
}

/** Returns a key that is the same for candidates with the same version and share. */
const keyOf = (candidate: RegistryEntry['candidate']) =>
  JSON.stringify([candidate?.release.version, candidate?.traffic, candidate?.target]);

/** Returns the commands that bring a removed remote back, without its previous version. */
export const undoRemoval = ({ name, live, candidate }: RegistryEntry): string[] => [
  `pnpm remote promote ${name} ${live.version}`,
  ...(candidate ? [`pnpm remote promote ${name} ${candidate.release.version} ${optionsOf(candidate)}`] : []),
];
