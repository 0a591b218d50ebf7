import { parseJson } from '@shared/contract';

/**
 * Returns the `manifest.json` of a version; undefined if it can't be fetched.
 * @param folder URL of the version, with a trailing slash
 */
export const fetchManifest = (folder: string): Promise<unknown> =>
  fetch(`${folder}manifest.json`)
    .then(async (response) => (response.ok ? parseJson(await response.text()) : undefined))
    .catch(() => undefined);
