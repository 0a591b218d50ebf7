import type { Registry, Withdrawn } from '@shared/contract';

/** Returns the withdrawn versions that the registry still names. */
export const namedWithdrawn = ({ remotes, withdrawn = [] }: Registry): Withdrawn[] =>
  withdrawn.filter(({ name, version }) =>
    remotes.some(
      ({ name: remote, live, previous, candidate }) =>
        remote === name && [live, previous, candidate?.release].some((one) => one?.version === version),
    ),
  );

export const describeWithdrawn = ({ version, reason, at }: Withdrawn): string =>
  `${version} withdrawn ${at.slice(0, 16).replace('T', ' ')}: ${reason}`;
