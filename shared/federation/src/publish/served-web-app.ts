import { API_PATH, AppConfig, calls } from '@shared/contract';
import { RegistryList, type RemoteVersion, type Withdrawn } from '@shared/registry';

/** A busy machine can take many seconds, and a wrong 'unknown' is worse than a wait. */
const TIMEOUT_MS = 30_000;

/** Returns a JSON file that a web app serves; undefined if it serves none that `parse` accepts. */
async function servedJson<T>(url: string, parse: (json: unknown) => T): Promise<T | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the versions that a web app's server has withdrawn; undefined if it doesn't respond. */
export async function servedWithdrawn(webApp: string): Promise<Withdrawn[] | undefined> {
  const list = await servedJson(`${webApp}/remotes.json`, (json) => RegistryList.parse(json));
  return list && (list.withdrawn ?? []);
}

/** Returns the served `config.json`; undefined if the web app serves none. */
export const servedConfig = (webApp: string) =>
  servedJson(`${webApp}/config.json`, (json) => AppConfig.parse(json));

/** Returns the URL of a web app's API; undefined if it doesn't respond. */
export async function apiOf(webApp: string): Promise<string | undefined> {
  const config = await servedConfig(webApp);
  return config && new URL(config.apiUrl ?? API_PATH, webApp).href;
}

/**
 * Checks that no brand of a running web app has the path of a screen: the backend keeps brands that
 * were removed from the folder. A web app that doesn't respond is skipped.
 * @throws if there is such a brand
 */
export async function assertNoBrandOfWebApp({ screens }: RemoteVersion, webApp: string): Promise<void> {
  const api = await apiOf(webApp);
  if (api === undefined) return;
  for (const { segment } of screens) {
    if (segment === '') continue;
    const url = api + calls.brand.path.replace('{brandName}', segment);
    if (await servedJson(url, (json) => json))
      throw new Error(`'/${segment}' belongs to the brand ${segment} of ${webApp}`);
  }
}
