/** Where what the person meant and was told isn't what the books say. */
import type { Books } from '@e2e/backend/testing';
import type { End } from './live-story.ts';
import type { Claim, Said } from './person.ts';

type Order = Books['orders'][number];

/** States that an order may be in once a screen has said so; what is paid is paid from anywhere. */
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
  if (books.cents !== taken) found.push(`${taken} was taken, ${books.cents} credited`);
  if (sum(orders.filter(({ state }) => state === 'paid')) !== taken)
    found.push('an order hides what was paid');

  const { all } = person.intents;
  for (const { method, cents, keys } of all) {
    const made = ofKeys(keys);
    if (made.length > 1) found.push(`${cents} by ${method} was meant once, and ordered ${made.length} times`);
    if (made.some((order) => order.cents !== cents))
      found.push(`${cents} by ${method} became another amount`);
  }
  const meant = new Set(all.flatMap(({ keys }) => [...keys]));
  if (all.reduce((count, { keys }) => count + keys.size, 0) !== meant.size)
    found.push('two meanings, one attempt');
  if (orders.some(({ key }) => !meant.has(key))) found.push('an order that nobody meant');
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
  `told ${said} ${orderId} of ${intent.cents} by ${intent.method}, which isn't so`;
