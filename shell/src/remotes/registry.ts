/** `remotes.json`, the single source of truth for versions. */
import {
  type ReadEntries,
  type Registry,
  type RegistryEntry,
  RegistryList,
  type SlotName,
} from '@shared/contract';

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

export function ownerOfSegment(registry: Registry, segment: string): RegistryEntry | undefined {
  return registry.remotes.find(({ live }) => live.segments.some((owned) => owned === segment));
}

export function ownerOfSlot(registry: Registry, slot: SlotName): RegistryEntry | undefined {
  return registry.remotes.find(({ live }) => live.slots.includes(slot));
}
