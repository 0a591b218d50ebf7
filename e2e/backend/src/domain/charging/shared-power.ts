/** What a driver sees of a connector's limit at a site that shares its power. */
import type { Transaction } from '@shared/contract';
import type * as z from 'zod/mini';
import type { PowerGrant, PowerState } from '../../platform/database/schema.ts';

interface Limited {
  state: PowerState | null;
  maxPowerKw: number;
  transactionId: number;
}

/** Returns the newest grant of the charge, or for every charge, that the charge point has accepted. */
export const acceptedGrant = ({ grants }: PowerState, transactionId?: number): PowerGrant | undefined =>
  grants.findLast((grant) => grant.isAccepted && grant.transactionId === transactionId);

/** Returns the grant in force for a charge, or for every one. */
export const grantInForce = (state: PowerState, transactionId: number | undefined) =>
  (transactionId === undefined ? undefined : acceptedGrant(state, transactionId)) ?? acceptedGrant(state);

/** Returns whether the car of a charge waits for its turn to get power. */
export const waitsForPower = ({ turn }: PowerState, transactionId: number): boolean =>
  turn?.transactionId === transactionId && turn.car === 'waiting';

/** Returns how much of the connector's power the charge may use; undefined if all of it. */
export function sharedPowerOf(
  { state, maxPowerKw, transactionId }: Limited,
  now: Date,
): z.input<typeof Transaction>['sharedPower'] {
  const grant = state && grantInForce(state, transactionId);
  if (!grant) return undefined;
  const limitKW = (now.getTime() < grant.until ? grant.limitW : grant.thenW) / 1000;
  const waits = waitsForPower(state, transactionId);
  return waits || limitKW < maxPowerKw ? { limitKW, maxKW: maxPowerKw, waits } : undefined;
}
