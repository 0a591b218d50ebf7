import { RegistryList, type Withdrawn } from '@shared/contract';

const TIMEOUT = 5_000;

/** Returns the versions that a site's server has withdrawn; undefined if it doesn't respond. */
export async function servedWithdrawn(site: string): Promise<Withdrawn[] | undefined> {
  try {
    const response = await fetch(`${site}/remotes.json`, { signal: AbortSignal.timeout(TIMEOUT) });
    return response.ok ? (RegistryList.parse(await response.json()).withdrawn ?? []) : undefined;
  } catch {
    return undefined;
  }
}
