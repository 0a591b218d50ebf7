import { RegistryList, type Withdrawn } from '@shared/contract';
import { servedJson } from './served-json.ts';

/** Returns the versions that a site's server has withdrawn; undefined if it doesn't respond. */
export async function servedWithdrawn(site: string): Promise<Withdrawn[] | undefined> {
  const list = await servedJson(`${site}/remotes.json`, (json) => RegistryList.parse(json));
  return list && (list.withdrawn ?? []);
}
