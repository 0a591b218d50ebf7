/** Remotes that a test writes by hand and serves to a page, without a build. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CONTRACT_VERSION } from '@shared/contract';
import { containerName, versionHash } from '@shared/registry/names';

export const OWNER = { team: 'Time de promoções', contact: '#promocoes' };

/** How a version's script, response or screen differs from a working version's. */
export interface Handmade {
  /** Replaces the script. */
  script?: string;
  /** Changes the response, not the registry's hash. */
  serve?: (script: string) => { body?: string; contentType?: string; status?: number };
  /** An expression for the screen's component, with `React` and `h` (`createElement`). */
  screen?: string;
  /** Statements that run with `shared`, the share scope, before the remote uses it. */
  init?: string;
  /** Names of slots. */
  fills?: string[];
}

/** Versions by the remote's name, which is also the path of its only screen. */
type HandmadeRemotes = Record<string, readonly [live: Handmade, previous?: Handmade]>;

/** Adds the remotes to the registry, for one page. */
export async function addRemotes(page: Page, remotes: HandmadeRemotes): Promise<void> {
  const entries = await Promise.all(
    Object.entries(remotes).map(async ([name, [live, previous]]) => ({
      name,
      live: await serve(page, name, 2, live),
      previous: previous && (await serve(page, name, 1, previous)),
    })),
  );
  await page.route('**/remotes.json', async (route) => {
    const response = await route.fetch();
    const registry: { remotes: unknown[] } = await response.json();
    await route.fulfill({ response, json: { ...registry, remotes: [...registry.remotes, ...entries] } });
  });
}

/** Serves a version's script. Returns its registry record. */
async function serve(page: Page, name: string, minor: number, handmade: Handmade) {
  const version = `0.${minor}.0-0000000${minor}`;
  const url = `/remotes/${name}/${version}/entry.js`;
  const script = handmade.script ?? container(name, version, handmade);
  await page.route(`**${url}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'X-Content-Type-Options': 'nosniff' },
      body: script,
      ...handmade.serve?.(script),
    }),
  );
  return {
    version,
    entry: { url, integrity: `sha256-${createHash('sha256').update(script).digest('base64')}` },
    contract: `^${CONTRACT_VERSION}`,
    owner: OWNER,
    screens: [{ segment: name }],
    fills: handmade.fills ?? [],
    preload: {},
  };
}

/** A federation container, like a built remote's `entry.js`. */
const container = (
  name: string,
  version: string,
  { screen = `() => h('h1', null, 'Novo')`, init = '' }: Handmade,
) => `
var ${containerName(name, versionHash(version))} = (() => {
  let shared;
  return {
    init(scope) { shared = scope; ${init} },
    async get() {
      const [react] = Object.values(shared.react);
      const React = react.lib ? react.lib() : (await react.get())();
      const h = React.createElement;
      const Component = ${screen};
      const routes = [{ path: '${name}', lazy: async () => ({ Component }) }];
      return () => ({ default: { name: '${name}', routes } });
    },
  };
})();
`;
