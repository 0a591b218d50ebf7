/** The used parts of `RegistryEntry`; importing it would be a cycle. */
interface Entry<Release, Candidate> {
  name: string;
  live: Release;
  previous?: Release | undefined;
  candidate?: Candidate | undefined;
}

/**
 * Returns the entry without withdrawn versions. The previous version replaces a withdrawn live one.
 * A withdrawn live version stays if no previous one is left.
 */
export function withoutWithdrawn<R extends { version: string }, C extends { release: R }>(
  entry: Entry<R, C>,
  withdrawn: readonly { name: string; version: string }[],
) {
  const isKept = (release: R | undefined) =>
    release && !withdrawn.some(({ name, version }) => name === entry.name && version === release.version);
  const previous = isKept(entry.previous) ? entry.previous : undefined;
  const candidate = isKept(entry.candidate?.release) ? entry.candidate : undefined;
  if (previous && !isKept(entry.live)) return { ...entry, live: previous, previous: undefined, candidate };
  return { ...entry, previous, candidate };
}
