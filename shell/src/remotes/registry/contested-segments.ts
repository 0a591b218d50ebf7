import type { BrowserEntry } from './browser-registry.ts';

const known = new Set<string>();

/** Returns each remote that shares a screen with another entry, once per page and version. */
export function contestedSegments(remotes: readonly BrowserEntry[]) {
  return remotes.flatMap((entry) => {
    const { name, live } = entry;
    const segments = new Set(live.screens.map(({ segment }) => segment));
    // Compared by identity, since two entries may have the same name by mistake.
    const others = remotes.filter((other) => other !== entry);
    return others.flatMap((other) =>
      other.live.screens.flatMap(({ segment }) => {
        const claim = `${name} ${live.version} ${other.name} ${segment}`;
        if (!segments.has(segment) || known.has(claim)) return [];
        known.add(claim);
        const text = `${other.name} claims the screen ${segment || 'home'} of this remote as well`;
        return [{ text, place: { remote: name, version: live.version } }];
      }),
    );
  });
}
