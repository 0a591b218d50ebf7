/** Shows on any screen that it is the user's turn in a waiting line. Loaded after the first screen. */
import { request, serverTime } from '@shared/client';
import {
  mayMoveLine,
  type UserWaitingPlace,
  type WaitingPlace,
  waitingCalls,
} from '@shared/contract/waiting-line';
import { pathsOf } from '@shared/router';
import {
  brandAtom,
  dismissToastAtom,
  isLoggedInAtom,
  liveConnectionAtom,
  onLiveEvent,
  showToastAtom,
} from '@shared/state';
import { words } from '@shared/ui';
import type { PageState } from '../page-state.ts';
import { isOnScreen, requestedPathAtom } from '../routing/requested-path.ts';
import { strings } from './strings.ts';

const TOAST = 'turn';
/** The key that the screens use. */
const queryKey = [waitingCalls.waitingPlace.path];
/** Polling interval while the user waits, also without live events. */
const POLL_MS = 60_000;
const MINUTE_MS = 60_000;
/** Before a connection opens, the place has often been read already. */
const JUST_NOW_MS = 5_000;

/** Returns a function that unsubscribes. */
export function watchTurns({ store, cache }: PageState): () => void {
  /** The user's place of the last response, on any screen. */
  let place: WaitingPlace | undefined;
  let shown: string | undefined;

  function show() {
    const turn = place?.turn;
    if (!place || !turn) {
      if (shown !== undefined) store.set(dismissToastAtom, TOAST);
      shown = undefined;
      return;
    }
    const key = `${turn.chargePointId} ${turn.connectorId} ${turn.until}`;
    if (key === shown) return;
    shown = key;
    const paths = pathsOf(store.get(brandAtom).slug);
    const site = paths.charger(place.csId);
    // These screens show the turn, or its start.
    const number = turn.cpCode && paths.qrcode(`${turn.cpCode}-${turn.connectorId}`);
    if ([paths.home(), site, number].some((path) => path && isOnScreen(path.replace(/\/$/, '')))) return;
    const minutes = Math.ceil((Date.parse(turn.until) - serverTime(Date.now())) / MINUTE_MS);
    store.set(showToastAtom, {
      id: TOAST,
      kind: 'info',
      title: strings.turn,
      text: strings.turnAt(turn.name || turn.connectorId, Math.max(1, minutes), place.csName ?? ''),
      actions: [
        { label: strings.toSite, run: () => store.set(requestedPathAtom, site) },
        { label: words.close, run: () => {} },
      ],
    });
  }

  /** If the request fails, or the backend lacks the call, the place stays as it was. */
  async function refetch(staleTime = 0) {
    if (!store.get(isLoggedInAtom) || store.get(brandAtom).record?.waitingLine !== true) return;
    const queryFn = ({ signal }: { signal: AbortSignal }) => request(waitingCalls.waitingPlace, { signal });
    await cache.fetchQuery({ queryKey, queryFn, staleTime }).catch(() => undefined);
  }
  const refetchPlace = () => place && void refetch();

  const timer = setInterval(refetchPlace, POLL_MS);
  const unsubscribes = [
    cache.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || query.queryKey[0] !== queryKey[0]) return;
      place = cache.getQueryData<UserWaitingPlace>(queryKey)?.place;
      show();
    }),
    onLiveEvent((event) => void (mayMoveLine(event) && refetchPlace())),
    store.sub(liveConnectionAtom, () => {
      if (store.get(liveConnectionAtom) === 'open') void refetch(JUST_NOW_MS);
    }),
    store.sub(isLoggedInAtom, () => {
      place = undefined;
      show();
      void refetch();
    }),
  ];
  void refetch();
  return () => {
    clearInterval(timer);
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
