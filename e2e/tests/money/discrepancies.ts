/** Compares the user's intents, and the outcomes shown to the user, with the ledger. */
import type { LedgerSnapshot } from '@e2e/backend/testing';
import type { ScenarioResult } from './run-scenario.ts';
import type { Observation, ShownOutcome } from './simulated-user.ts';

type Order = LedgerSnapshot['orders'][number];

/**
 * States that an order may be in after a screen has shown an outcome. Any order may still be paid
 * later.
 */
const CONFIRMING_STATES: Record<ShownOutcome, readonly string[]> = {
  paid: ['paid'],
  code: ['pending', 'canceled', 'paid'],
  processing: ['pending', 'captured', 'canceled', 'unauthorized', 'error', 'paid'],
  denied: ['unauthorized', 'canceled', 'paid'],
  error: ['error', 'paid'],
  failed: ['pending', 'captured', 'unauthorized', 'canceled', 'error', 'paid'],
};

export function findDiscrepancies({ wrong, ledger, user }: ScenarioResult): string[] {
  const { orders } = ledger;
  const ofKeys = (keys: Set<string>) => orders.filter(({ key }) => keys.has(key));
  const found = [...wrong];
  const sum = (some: Order[]) => some.reduce((total, { cents }) => total + cents, 0);

  const paidCents = sum(orders.filter((order) => order.isPaidAtProvider));
  if (ledger.cents !== paidCents)
    found.push(`the provider took ${paidCents} cents, ${ledger.cents} were credited`);
  if (sum(orders.filter(({ state }) => state === 'paid')) !== paidCents)
    found.push('the paid orders do not add up to what the provider took');

  const { all } = user.intents;
  for (const { method, cents, keys } of all) {
    const matchingOrders = ofKeys(keys);
    if (matchingOrders.length > 1)
      found.push(`one payment of ${cents} by ${method} made ${matchingOrders.length} orders`);
    if (matchingOrders.some((order) => order.cents !== cents))
      found.push(`a payment of ${cents} by ${method} made an order for another amount`);
  }
  const intended = new Set(all.flatMap(({ keys }) => [...keys]));
  if (all.reduce((count, { keys }) => count + keys.size, 0) !== intended.size)
    found.push('two intents share a key');
  if (orders.some(({ key }) => !intended.has(key))) found.push('an order without an intent');
  for (const observation of user.observations)
    if (!isConfirmed(observation, ofKeys(observation.intent.keys)))
      found.push(describeObservation(observation));

  const kept = [...user.storage.entries].filter(([name]) => name.startsWith('attempt:topUp'));
  for (const [name, value] of kept)
    if (intended.has(value.split(' ')[0] ?? '')) found.push(`${name} is still open`);
  return found;
}

function isConfirmed({ outcome, orderId }: Observation, matchingOrders: Order[]): boolean {
  if (outcome === 'failed') return true;
  return matchingOrders.some(
    ({ id, state }) => CONFIRMING_STATES[outcome].includes(state) && (!orderId || id === orderId),
  );
}

const describeObservation = ({ outcome, intent, orderId = '' }: Observation) =>
  `the screen showed ${outcome} ${orderId} for ${intent.cents} by ${intent.method}, which no order confirms`;
