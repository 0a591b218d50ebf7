/** Decides which top-ups free credit goes back to. */
import type { KeptReason } from '@shared/contract/payback';

/** A top-up that was paid. */
export interface PaidTopUp {
  orderId: number;
  paidCents: number;
  /** What went back of it, or is on its way. */
  goneCents: number;
  /** Whether a part of it can go back. */
  isPartial: boolean;
  /** Why nothing of it can go back. */
  obstacle?: KeptReason | undefined;
}

export interface Plan {
  parts: { orderId: number; cents: number }[];
  /** Credit that can't go back, by its reason. Together with the parts, it is all of the credit. */
  kept: { reason: KeptReason; cents: number }[];
}

/**
 * Plans to give `cents` back, to the first top-ups first, and to no top-up more than was paid. Credit
 * isn't marked with the top-up that it came from: what was spent counts as paid by the last ones.
 */
export function planPaybacks(cents: number, topUps: readonly PaidTopUp[]): Plan {
  let left = cents;
  const parts: Plan['parts'] = [];
  const skipped: { reason: KeptReason; room: number }[] = [];
  for (const { orderId, paidCents, goneCents, isPartial, obstacle } of topUps) {
    const room = paidCents - goneCents;
    const part = Math.min(left, room);
    if (part <= 0) continue;
    const reason = obstacle ?? (isPartial || part === paidCents ? undefined : 'onlyInFull');
    if (reason) skipped.push({ reason, room });
    else {
      parts.push({ orderId, cents: part });
      left -= part;
    }
  }
  const kept = new Map<KeptReason, number>();
  const keep = (reason: KeptReason, most: number) => {
    const part = Math.min(left, most);
    if (part > 0) kept.set(reason, (kept.get(reason) ?? 0) + part);
    left -= Math.max(0, part);
  };
  for (const { reason, room } of skipped) keep(reason, room);
  keep('noPayment', left);
  return { parts, kept: Array.from(kept, ([reason, kept]) => ({ reason, cents: kept })) };
}
