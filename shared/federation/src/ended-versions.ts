import type { RegistryEntry } from '@shared/contract';

/** Lists the versions of `before` that ended and the remotes that are gone, as lines to print. */
export const endedVersions = (before: RegistryEntry[], after: RegistryEntry[]): string[] =>
  before.flatMap((entry) => {
    const now = after.find(({ name }) => name === entry.name);
    const roles = [
      ['candidate', entry.candidate?.release.version, now?.candidate?.release.version],
      ['previous', entry.previous?.version, now?.previous?.version],
    ] as const;
    const gone = now ? [] : [`${entry.name} ${entry.live.version} is no longer part of the site`];
    const ended = roles.flatMap(([role, version, kept]) =>
      version === undefined || version === kept
        ? []
        : [`${entry.name} ${version} is no longer its ${role} version`],
    );
    return [...gone, ...ended];
  });
