import type { StatusKind } from '@shared/ui';
import { chargerWords, strings } from './strings.ts';

/** Numbers of a site's chargers. */
export interface Counts {
  available: number;
  inUse: number;
  /** How many of `inUse` are kept for drivers who wait in line. */
  reserved?: number | undefined;
  /** Neither available nor in use. */
  offLine: number;
  /** How many of `offLine` have no connection; all of them if not known. */
  disconnected?: number | undefined;
}

/** State of a site: whether any charger is available, otherwise whether any is in use. */
export type SiteState = Extract<StatusKind, 'available' | 'inUse' | 'offline'>;

export function siteState(counts: Counts | undefined): SiteState {
  if (counts && counts.available > 0) return 'available';
  return counts && counts.inUse > 0 ? 'inUse' : 'offline';
}

const WORDS: Record<SiteState, (counts: Counts | undefined) => string> = {
  available: (counts) => chargerWords.available(counts?.available ?? 0),
  inUse: (counts) => (counts?.reserved ? strings.inUseOrReserved : strings.allInUse),
  offline: ({ offLine, disconnected = offLine } = { available: 0, inUse: 0, offLine: 0 }) => {
    if (offLine === 0) return strings.unreported;
    // A faulted charger may be connected.
    return disconnected === offLine ? strings.disconnected : strings.unavailable;
  },
};

/** Describes a site's availability. */
export const availabilityOf = (counts: Counts | undefined): string => WORDS[siteState(counts)](counts);
