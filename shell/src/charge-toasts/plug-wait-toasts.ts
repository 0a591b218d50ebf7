/**
 * Says on any screen that the wait for the plug has ended without a car. The recharge screen says so
 * itself. Loaded after the first screen.
 */
import {
  CERTAIN_MS,
  isOfStart,
  NO_PLUG,
  PLUG_WAIT_MS,
  WAIT_OVER,
  WAIT_REPORTED_MS,
} from '@shared/charging/plug-wait';
import { queries, serverTime } from '@shared/client';
import { removeWait } from '@shared/client/start-errors';
import type { LiveConnector } from '@shared/contract';
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
import { pollsAtom } from '../connection/live/polls.ts';
import type { PageState } from '../page-state.ts';
import { isOnScreen, requestedPathAtom } from '../routing/requested-path.ts';
import { strings } from './strings.ts';

type Wait = Pick<LiveConnector, 'chargePointId' | 'connectorId'> & { deadline: number };

const TOAST = 'plugWait:';

/** Returns a function that unsubscribes. */
export function watchPlugWaits({ store, cache }: PageState): () => void {
  /** The waits that this page has reported, by key and deadline. */
  const reported = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remove = (key: string) => store.set(plugWaitsAtom, ({ [key]: _, ...others }) => others);

  function onWaits() {
    const waits = store.get(plugWaitsAtom);
    for (const { id } of store.get(toastsAtom))
      if (id.startsWith(TOAST) && !isOver(waits[id.slice(TOAST.length)])) store.set(dismissToastAtom, id);
    clearTimeout(timer);
    const deadlines = Object.values(waits).filter((deadline) => deadline > Date.now());
    if (deadlines.length > 0) timer = setTimeout(onWaits, Math.min(...deadlines) - Date.now());
    void report();
  }

  /** Without a response, it is unknown whether a charge has begun: the next event or poll tries again. */
  async function report() {
    const token = store.get(tokenAtom);
    if (token === undefined) return;
    const isNew = ([key, deadline]: [string, number]) =>
      store.get(plugWaitsAtom)[key] === deadline && isOver(deadline) && !reported.has(`${key} ${deadline}`);
    for (const wait of Object.entries(store.get(plugWaitsAtom)).filter(isNew)) {
      const [key, deadline] = wait;
      const [chargePointId = '', connectorId = ''] = key.split('/');
      const status = queries.connectorStatus(chargePointId, connectorId);
      const [charges, [connector] = []] = await Promise.all([
        cache.fetchQuery({ ...queries.activeRecharges(), staleTime: 0 }).catch(() => undefined),
        cache.fetchQuery({ ...status, staleTime: 0 }).catch(() => undefined),
      ]);
      if (!charges || store.get(tokenAtom) !== token) return;
      if (!isNew(wait)) continue;
      const path = pathsOf(store.get(brandAtom).slug).recharge(chargePointId, connectorId);
      const since = serverTime(deadline - PLUG_WAIT_MS);
      // At any cable: the driver may have taken another one than was chosen.
      const hasBegun = charges.some(
        (charge) => charge.chargePointId === chargePointId && isOfStart(charge, since),
      );
      if (hasBegun && !isOnScreen(path)) remove(key);
      else reported.add(`${key} ${deadline}`);
      if (!hasBegun && !isOnScreen(path)) show({ chargePointId, connectorId, deadline }, connector, path);
    }
  }

  function show(wait: Wait, connector: LiveConnector | undefined, path: string) {
    const key = connectorKey(wait.chargePointId, wait.connectorId);
    // A charge point that is offline may have begun the charge.
    const isConnected = connector !== undefined && connector.isConnected !== false;
    const texts = [
      connector?.chargerId && strings.connector(connector.chargerId),
      isConnected &&
        Date.now() - wait.deadline < CERTAIN_MS &&
        NO_PLUG[store.get(isLoggedInAtom) ? 'user' : 'guest'],
    ];
    const dismiss = () => {
      removeWait(cache, wait);
      remove(key);
    };
    store.set(showToastAtom, {
      id: `${TOAST}${key}`,
      kind: 'info',
      title: WAIT_OVER,
      text: texts.filter(Boolean).join(' · ') || undefined,
      actions: [
        { label: strings.details, run: () => store.set(requestedPathAtom, path) },
        { label: words.close, run: dismiss },
      ],
    });
  }

  const unsubscribes = [
    store.sub(plugWaitsAtom, onWaits),
    store.sub(liveConnectionAtom, () => void report()),
    store.sub(pollsAtom, () => void report()),
    onLiveEvent((event) => {
      if (event.type !== 'StartTransactionIntegrationEvent') return;
      const { chargePointId, connectorId } = event.transaction;
      remove(connectorKey(chargePointId, connectorId));
    }),
  ];
  onWaits();
  return () => {
    clearTimeout(timer);
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

const isOver = (deadline: number | undefined) =>
  deadline !== undefined && deadline <= Date.now() && Date.now() - deadline < WAIT_REPORTED_MS;
