/** Announces the end of each of the user's charges on every screen, also one that was missed offline. */
import { queries } from '@shared/client';
import { type LiveEvent, Transaction } from '@shared/contract';
import { pathsOf } from '@shared/router';
import { brandAtom, liveConnectionAtom, onLiveEvent, sessionAtom, showToastAtom } from '@shared/state';
import type { Host } from '../boot/host.ts';
import { report } from '../errors/report.ts';
import { requestedPathAtom } from '../routing/requested-path.ts';
import { endToast } from './end-toast.ts';

/** Returns a function that unsubscribes. */
export function followCharges({ store, cache }: Pick<Host, 'store' | 'cache'>): () => void {
  /** The user's charges that may still run, by id. */
  const running = new Map<string, Transaction>();
  const announced = new Set<string>();
  const tokenOf = () => {
    const session = store.get(sessionAtom);
    return session.status === 'user' ? session.token : undefined;
  };
  let followed = tokenOf();

  function announce(ended: Transaction) {
    const { transactionId, chargePointId, connectorId } = ended;
    running.delete(transactionId);
    if (announced.has(transactionId)) return;
    announced.add(transactionId);
    const paths = pathsOf(store.get(brandAtom).slug);
    const receipt = paths.chargeReceipt(transactionId);
    // These screens show the end themselves.
    if ([receipt, paths.recharge(chargePointId, connectorId)].some(isOnScreen)) return;
    store.set(
      showToastAtom,
      endToast(ended, () => store.set(requestedPathAtom, receipt)),
    );
  }

  function onEvent(event: LiveEvent) {
    if (event.type === 'StopTransactionIntegrationEvent') announce(event.transaction);
    else if (event.type === 'StartTransactionIntegrationEvent') follow(event.transaction);
    else if (event.type === 'UpdateConnectorStatusIntegrationEvent') follow(event.connector.transaction);
  }

  function follow(charge: Transaction | undefined) {
    if (charge) running.set(charge.transactionId, charge);
  }

  /** Announces the charges that ended while the connection was interrupted. */
  async function checkRunning() {
    const { queryKey } = queries.activeRecharges();
    for (const active of cache.getQueryData(queryKey) ?? []) follow(Transaction.safeParse(active).data);
    const token = tokenOf();
    await Promise.all([...running.values()].map((charge) => checkCharge(charge, token)));
  }

  async function checkCharge(charge: Transaction, token: string | undefined) {
    try {
      const query = { ...queries.userTransaction(charge.transactionId), staleTime: 0 };
      const { stopTime, stopReason } = await cache.fetchQuery(query);
      if (tokenOf() === token && stopTime !== undefined) announce({ ...charge, stopTime, stopReason });
    } catch (error) {
      // A charge that can't be read now is checked after the next interruption.
      report(error, 'end of a charge');
    }
  }

  /** The charges of another user aren't this one's. */
  function onSession() {
    if (tokenOf() === followed) return;
    followed = tokenOf();
    running.clear();
  }

  function onConnection() {
    const state = store.get(liveConnectionAtom);
    if (state === 'idle') running.clear();
    if (state === 'open') void checkRunning();
  }

  // Events that arrived before this code.
  for (const ended of Object.values(cache.getQueryData(queries.endedCharges().queryKey) ?? {}))
    announce(ended);
  const ends = [
    onLiveEvent(onEvent),
    store.sub(liveConnectionAtom, onConnection),
    store.sub(sessionAtom, onSession),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const isOnScreen = (path: string) => location.pathname.replace(/\/$/, '').endsWith(path);
