import type { ChargerCounts } from '@shared/contract';
import type { StatusKind } from '@shared/ui';
import { chargerWords } from '@shared/ui/charger-dots';
import { strings } from './strings.ts';

/** State of a site: whether any charger is available, otherwise whether any is in use. */
export type SiteState = Extract<StatusKind, 'available' | 'inUse' | 'offline'>;

export function siteState(counts: ChargerCounts | undefined): SiteState {
  if (counts && counts.available > 0) return 'available';
  return counts && counts.inUse > 0 ? 'inUse' : 'offline';
}

const WORDS: Record<SiteState, (available: number) => string> = {
  available: chargerWords.available,
  inUse: () => strings.allInUse,
  offline: () => strings.allOffline,
};

/** Returns what is free at a site now, in words. */
export const availabilityOf = (counts: ChargerCounts | undefined): string =>
  WORDS[siteState(counts)](counts?.available ?? 0);
