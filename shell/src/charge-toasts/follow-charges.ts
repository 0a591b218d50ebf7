/** Announces the end of the user's charges on any screen, even if it was missed while offline. */
import { type StopReason, stopReasonText } from '@shared/charging/stop-reason';
import { queries } from '@shared/client';
import type { LiveEvent, Transaction } from '@shared/contract';
import { pathsOf } from '@shared/router';
import {
  brandAtom,
  connectorKey,
  liveConnectionAtom,
  onLiveEvent,
  orderToastId,
  showToastAtom,
  type Toast,
  toastsAtom,
  tokenAtom,
} from '@shared/state';
import { words } from '@shared/ui';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { pollsAtom } from '../connection/live/polls.ts';
import { report } from '../errors/report.ts';
import type { PageState } from '../page-state.ts';
import { isOnScreen, requestedPathAtom } from '../routing/requested-path.ts';
import { strings } from './strings.ts';

type Place = Pick<Transaction, 'chargePointId' | 'connectorId'>;
type ChargeIds = Place & Pick<Transaction, 'transactionId'>;

const keyOf = ({ chargePointId, connectorId }: Place) => connectorKey(chargePointId, connectorId);

/** Kinds of toast by stop reason; `success` for any other. */
const KINDS: ReadonlyMap<string | undefined, Toast['kind']> = new Map<StopReason, Toast['kind']>([
  ['operator', 'info'],
  ['credit', 'info'],
  ['power', 'info'],
  ['connection', 'info'],
  ['fault', 'failure'],
]);

/**
 * Shows a toast when a charge has ended, until the user presses one of its buttons.
 * @returns a function that unsubscribes
 */
export function followCharges({ store, cache }: PageState): () => void {
  /**
   * The user's charges that may still run, by id. Not derived from the query cache, which removes
   * data that no screen uses after 5 minutes: the page may be hidden for longer.
   */
  const running = new Map<string, ChargeIds>();
  const activeRecharges = queries.activeRecharges().queryKey;
  const announced = new Set<string>();

  function announce(ended: ChargeIds & Pick<Transaction, 'stopReason'>) {
    const { transactionId, chargePointId, connectorId, stopReason } = ended;
    running.delete(transactionId);
    if (announced.has(transactionId)) return;
    announced.add(transactionId);
    const paths = pathsOf(store.get(brandAtom).slug);
    const receipt = paths.chargeReceipt(transactionId);
    // These screens show the end themselves.
    if ([receipt, paths.recharge(chargePointId, connectorId)].some(isOnScreen)) return;
    // A valet ends many charges: the newest toast replaces the others, so that none pile up.
    const isAtValetQueue = location.pathname.includes(paths.valet(''));
    const actions = [
      { label: strings.receipt, run: () => store.set(requestedPathAtom, receipt) },
      { label: words.close, run: () => {} },
    ];
    const show = (number: string | undefined) =>
      store.set(showToastAtom, {
        // Removed with the toasts of orders when the session ends.
        id: orderToastId(`charge:${isAtValetQueue ? 'valet' : transactionId}`),
        kind: KINDS.get(stopReason) ?? 'success',
        title: CHARGE_ENDED,
        // With several charges, the reason alone would read as that of the one on the screen.
        text:
          [number && strings.connector(number), stopReasonText(stopReason)].filter(Boolean).join(' · ') ||
          undefined,
        actions,
      });
    const query = queries.connectorStatus(chargePointId, connectorId);
    const number = cache.getQueryData(query.queryKey)?.[0]?.chargerId;
    show(number);
    // A screen that doesn't show the charge hasn't fetched its connector.
    if (number === undefined)
      cache.fetchQuery(query).then(
        ([connector]) => {
          const isShown = store.get(toastsAtom).some((toast) => toast.actions === actions);
          if (isShown && connector?.chargerId) show(connector.chargerId);
        },
        () => {},
      );
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'StopTransactionIntegrationEvent') announce(event.transaction);
    else if (event.type === 'StartTransactionIntegrationEvent') follow(event.transaction);
    else if (event.type === 'UpdateConnectorStatusIntegrationEvent' && event.connector.transaction)
      follow(event.connector.transaction);
  }

  function follow({ transactionId, chargePointId, connectorId }: ChargeIds) {
    if (!announced.has(transactionId))
      running.set(transactionId, { transactionId, chargePointId, connectorId });
  }

  /** Follows the charges of the cached list of active recharges, and returns the list. */
  function followListed() {
    const listed = cache.getQueryData(activeRecharges) ?? [];
    for (const { transactionId, ...place } of listed)
      if (transactionId !== undefined) follow({ transactionId, ...place });
      else if (![...running.values()].some((charge) => keyOf(charge) === keyOf(place))) void followAt(place);
    return listed;
  }

  /** Follows the charge at a connector. Not every backend's list of active recharges has their ids. */
  async function followAt({ chargePointId, connectorId }: Place) {
    const token = store.get(tokenAtom);
    const query = queries.connectorStatus(chargePointId, connectorId);
    const [connector] = await cache.fetchQuery(query).catch(() => []);
    if (connector?.transaction && store.get(tokenAtom) === token) follow(connector.transaction);
  }

  /**
   * Announces the charges that ended while no events arrived.
   * @param isPolled whether the list of active recharges is current, so that only charges that it
   * lacks may have ended
   */
  async function checkRunning(isPolled = false) {
    const listed = followListed();
    const places = new Set(listed.map(keyOf));
    const mayBeOver = (charge: Place) => !isPolled || !places.has(keyOf(charge));
    const token = store.get(tokenAtom);
    await Promise.all([...running.values()].filter(mayBeOver).map((charge) => checkCharge(charge, token)));
  }

  async function checkCharge(charge: ChargeIds, token: string | undefined) {
    try {
      const query = { ...queries.userTransaction(charge.transactionId), staleTime: 0 };
      const { stopTime, stopReason } = await cache.fetchQuery(query);
      if (store.get(tokenAtom) === token && stopTime !== undefined) announce({ ...charge, stopReason });
    } catch (error) {
      // A charge that can't be read now is checked after the next interruption.
      report(error, 'end of a charge');
    }
  }

  function onConnection() {
    const state = store.get(liveConnectionAtom);
    if (state === 'idle') running.clear();
    if (state === 'open') void checkRunning();
  }

  // Events that arrived before this code was loaded.
  for (const ended of Object.values(cache.getQueryData(queries.endedCharges().queryKey) ?? {}))
    announce(ended);
  followListed();
  const unsubscribes = [
    onLiveEvent(onEvent),
    // A screen may read the list between two polls, and its charge end before the next one.
    cache.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[0] === activeRecharges[0]) followListed();
    }),
    store.sub(liveConnectionAtom, onConnection),
    store.sub(pollsAtom, () => void (store.get(pollsAtom) > 0 && checkRunning(true))),
    // Forgets the charges of the previous user.
    store.sub(tokenAtom, () => running.clear()),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
