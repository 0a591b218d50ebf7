/**
 * Stores this device's top-ups until their outcome is shown to the user, one item per order.
 * Every remote bundles this code, so all versions must be able to read the items.
 */
// Imported by package name: each importer bundles this file, but all share `@shared/state`.
import { device } from '@shared/state';

const PREFIX = 'pendingOrder:';
/** Orders older than this are forgotten, in ms: the longest range of the statement. */
const MAX_AGE_MS = 90 * 86_400_000;

const FINAL_STATES: ReadonlySet<string | undefined> = new Set(['paid', 'canceled', 'unauthorized', 'error']);

/** Returns true if an order's state won't change; false also for an unknown state. */
export const isFinalState = (orderState: string | undefined) => FINAL_STATES.has(orderState);

export const rememberOrder = (user: string, orderId: string) =>
  device.write(`${PREFIX}${orderId}`, `${user} ${Date.now()}`);

export const forgetOrder = (orderId: string) => device.write(`${PREFIX}${orderId}`, undefined);

/** Returns the ids of a user's pending orders, and forgets very old ones. */
export function pendingOrdersOf(user: string): string[] {
  const ids = device
    .names()
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));
  return ids.filter((id) => {
    const [owner, at] = device.read(`${PREFIX}${id}`)?.split(' ') ?? [];
    const isOld = Date.now() - Number(at) > MAX_AGE_MS;
    if (isOld) forgetOrder(id);
    return owner === user && !isOld;
  });
}
