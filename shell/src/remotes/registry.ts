/** `remotes.json`, the only truth about versions, fetched once. */
import { Registry, type RegistryEntry, type SlotName } from '@shared/contract';

const TIMEOUT = 30_000;

/** @throws whatever kept it from being fetched or read */
export async function fetchRegistry(fresh: boolean): Promise<Registry> {
  // Asked for just as the page's preload link does, or the browser would fetch it twice.
  const response = await fetch('/remotes.json', {
    ...(fresh ? { cache: 'reload' } : {}),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`remotes.json answered ${response.status}`);
  return Registry.parse(await response.json());
}

export function ownerOfSegment(registry: Registry, segment: string): RegistryEntry | undefined {
  return registry.remotes.find(({ live }) => live.segments.some((owned) => owned === segment));
}

export function ownerOfSlot(registry: Registry, slot: SlotName): RegistryEntry | undefined {
  return registry.remotes.find(({ live }) => live.slots.includes(slot));
}
