/** Distinguishes the web app's JSON files from an error in their place, with status 200. */

/** Settings of `config.json`. A list without schemas, since the service worker needs it as well. */
export const SETTINGS: ReadonlySet<string> = new Set([
  'product',
  'apiUrl',
  'liveUrl',
  'map',
  'payment',
  'errorReporting',
  'remoteReports',
  'offline',
  'remoteOrigins',
  'preview',
  'settings',
  'brands',
  'devOrigins',
  'developerPanel',
]);

/** Returns false for JSON that can't be the registry or a configuration, such as an error. */
export function isWebAppFile(path: string, json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (path.endsWith('remotes.json'))
    return ('remotes' in json && Array.isArray(json.remotes)) || 'signed' in json;
  if (!path.endsWith('config.json')) return true;
  const keys = Object.keys(json);
  return !Array.isArray(json) && !keys.includes('error') && (keys.length === 0 || keys.some(isSetting));
}

const isSetting = (key: string) => SETTINGS.has(key);
