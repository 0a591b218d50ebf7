/** `remotes.json`, the single source of truth for versions. */
import { type ReadEntries, RegistryList } from '@shared/contract';

const TIMEOUT = 30_000;

/** The registry's valid entries, and its refused ones. */
export type ReadRegistry = Pick<ReadEntries, 'remotes' | 'refused'>;

/** @throws if it can't be fetched or read */
export async function fetchRegistry(fresh: boolean): Promise<RegistryList> {
  // The same request as the page's preload link, or the browser would fetch the file twice.
  const response = await fetch('/remotes.json', {
    ...(fresh ? { cache: 'reload' } : {}),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`remotes.json: status ${response.status}`);
  return RegistryList.parse(await response.json());
}
