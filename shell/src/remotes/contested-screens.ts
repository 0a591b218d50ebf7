import type { BrowserEntry } from './registry.ts';

const known = new Set<string>();

/** Returns each remote that shares a screen with another one, once per page. */
export function contestedScreens(remotes: readonly BrowserEntry[]) {
  return remotes.flatMap(({ name, live }) => {
    const segments = new Set(live.screens.map(({ segment }) => segment));
    const others = remotes.filter((other) => other.name !== name);
    return others.flatMap((other) =>
      other.live.screens.flatMap(({ segment }) => {
        const claim = `${name} ${other.name} ${segment}`;
        if (!segments.has(segment) || known.has(claim)) return [];
        known.add(claim);
        const text = `${other.name} claims the screen ${segment || 'home'} of this remote as well`;
        return [{ text, place: { remote: name, version: live.version } }];
      }),
    );
  });
}
