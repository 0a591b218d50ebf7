import type { QueryClient } from '@shared/client';
import { applyEvent } from '@shared/client/apply-event';
import type { LiveEvent } from '@shared/contract';
import { emitLiveEvent } from '@shared/state';

/** Applies an event to the cache and notifies its listeners, as the live bus does. */
export function deliverLiveEvent(event: LiveEvent, cache: QueryClient): void {
  applyEvent(event, cache);
  emitLiveEvent(event);
}
