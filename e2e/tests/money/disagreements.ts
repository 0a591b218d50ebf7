/** Compares the user's intents, and the outcomes shown to the user, with the ledger. */
import type { LedgerSnapshot } from '@e2e/backend/testing';
import type { End } from './live-story.ts';
import type { Claim, Said } from './person.ts';

type Order = LedgerSnapshot['orders'][number];

/**
 * States that an order may be in after a screen has shown an outcome. Any order may still be paid
 * later.
 */
const TRUE_IN: Record<Said, readonly string[]> = {
  paid: ['paid'],
  code: ['pending', 'canceled', 'paid'],
  processing: ['pending', 'captured', 'canceled', 'unauthorized', 'error', 'paid'],
  denied: ['unauthorized', 'canceled', 'paid'],
  error: ['error', 'paid'],
  failed: ['pending', 'captured', 'unauthorized', 'canceled', 'error', 'paid'],
};

export function disagreements({ wrong, books, person }: End): string[] {
  const { orders } = books;
  const ofKeys = (keys: Set<string>) => orders.filter(({ key }) => keys.has(key));
  const found = [...wrong];
  const sum = (some: Order[]) => some.reduce((total, { cents }) => total + cents, 0);

  const taken = sum(orders.filter((order) => order.taken));
  if (books.cents !== taken) found.push(`the provider took ${taken} cents, ${books.cents} were credited`);
  if (sum(orders.filter(({ state }) => state === 'paid')) !== taken)
    found.push('the paid orders do not add up to what the provider took');

  const { all } = person.intents;
  for (const { method, cents, keys } of all) {
    const made = ofKeys(keys);
    if (made.length > 1) found.push(`one payment of ${cents} by ${method} made ${made.length} orders`);
    if (made.some((order) => order.cents !== cents))
      found.push(`a payment of ${cents} by ${method} made an order for another amount`);
  }
  const meant = new Set(all.flatMap(({ keys }) => [...keys]));
  if (all.reduce((count, { keys }) => count + keys.size, 0) !== meant.size)
    found.push('two intents share an attempt');
  if (orders.some(({ key }) => !meant.has(key))) found.push('an order without an intent');
  for (const claim of person.claims) if (!isTrue(claim, ofKeys(claim.intent.keys))) found.push(told(claim));

  const kept = [...person.storage.entries].filter(([name]) => name.startsWith('attempt:topUp'));
  for (const [name, value] of kept)
    if (meant.has(value.split(' ')[0] ?? '')) found.push(`${name} is still open`);
  return found;
}

function isTrue({ said, orderId }: Claim, made: Order[]): boolean {
  if (said === 'failed') return true;
  return made.some(({ id, state }) => TRUE_IN[said].includes(state) && (!orderId || id === orderId));
}

const told = ({ said, intent, orderId = '' }: Claim) =>
  `the screen showed ${said} ${orderId} for ${intent.cents} by ${intent.method}, which no order confirms`;
