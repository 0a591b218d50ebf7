/**
 * Shows starts that failed after they were accepted, on any screen: live, and after a reload or an
 * outage. Loaded after the first screen.
 */

import { PAYMENT_RETURNS, START_ERROR_TITLE, startErrorMessage } from '@shared/charging/start-error';
import { queries } from '@shared/client';
import {
  dismissStartError,
  isReadError,
  START_ERROR_TOAST,
  startErrorToastId,
} from '@shared/client/start-errors';
import { pathsOf } from '@shared/router';
import {
  brandAtom,
  connectorKey,
  dismissToastAtom,
  isLoggedInAtom,
  liveConnectionAtom,
  onLiveEvent,
  plugWaitsAtom,
  showToastAtom,
  toastsAtom,
  tokenAtom,
} from '@shared/state';
import { words } from '@shared/ui';
import { isRefused } from '../connection/live/poll.ts';
import { pollsAtom } from '../connection/live/polls.ts';
import type { PageState } from '../page-state.ts';
import { isOnScreen, requestedPathAtom } from '../routing/requested-path.ts';
import { strings } from './strings.ts';

const JUST_NOW_MS = 1_000;

interface StartError {
  chargePointId: string;
  connectorId: string;
  errorCode?: string | undefined;
  attemptId?: string | undefined;
}

/** Returns a function that unsubscribes. */
export function watchStartErrors({ store, cache }: PageState): () => void {
  function show({ chargePointId, connectorId, errorCode = '', attemptId }: StartError) {
    // Otherwise a new start at this connector would show the countdown of the failed one.
    store.set(plugWaitsAtom, ({ [connectorKey(chargePointId, connectorId)]: _, ...others }) => others);
    const path = pathsOf(store.get(brandAtom).slug).recharge(chargePointId, connectorId);
    // The recharge screen shows the error itself.
    if (isOnScreen(path)) return;
    if (attemptId !== undefined && isReadError(attemptId)) return;
    store.set(showToastAtom, {
      id: startErrorToastId({ chargePointId, connectorId }),
      kind: 'failure',
      title: START_ERROR_TITLE,
      text: [startErrorMessage(errorCode), !store.get(isLoggedInAtom) && PAYMENT_RETURNS]
        .filter(Boolean)
        .join(' '),
      actions: [
        ...(connectorId ? [{ label: strings.details, run: () => store.set(requestedPathAtom, path) }] : []),
        {
          label: words.close,
          run: () => dismissStartError(cache, { chargePointId, connectorId }, attemptId),
        },
      ],
    });
  }

  /** Shows what failed while no event could arrive. A backend without the call reports nothing. */
  async function fetchMissed() {
    // After the resync for the same event, which would cancel an earlier request.
    await Promise.resolve();
    const isPolling = store.get(pollsAtom) > 0;
    if (store.get(liveConnectionAtom) !== 'open' && !isPolling) return;
    const query = queries.startAttempts();
    if (isPolling && isRefused(cache.getQueryState(query.queryKey)?.error)) return;
    // The poll has just fetched it for a screen that shows it.
    const staleTime = isPolling ? JUST_NOW_MS : 0;
    const attempts = await cache.fetchQuery({ ...query, staleTime }).catch(() => []);
    for (const attempt of attempts) if (attempt.errorCode !== undefined) show(attempt);
  }

  function removePreviousUsersErrors() {
    store.set(toastsAtom, (toasts) => toasts.filter(({ id }) => !id.startsWith(START_ERROR_TOAST)));
  }

  // Events that arrived before this code was loaded.
  const [startErrors] = queries.startError('', '').queryKey;
  for (const [[, chargePointId, connectorId], errorCode] of cache.getQueriesData({ queryKey: [startErrors] }))
    if (typeof errorCode === 'string')
      show({ chargePointId: String(chargePointId), connectorId: String(connectorId), errorCode });
  const unsubscribes = [
    onLiveEvent((event) => {
      if (event.type === 'ErrorStartTransactionIntegrationEvent') show(event);
      if (event.type === 'StartTransactionIntegrationEvent')
        store.set(dismissToastAtom, startErrorToastId(event.transaction));
    }),
    store.sub(liveConnectionAtom, () => void fetchMissed()),
    store.sub(pollsAtom, () => void fetchMissed()),
    store.sub(tokenAtom, removePreviousUsersErrors),
  ];
  void fetchMissed();
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
