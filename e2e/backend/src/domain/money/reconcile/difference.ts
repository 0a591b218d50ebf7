/** Finds what differs between a payment here and at its provider. */
import type { OrderState } from '../../../platform/database/schema.ts';
import type { Dispute, Movement } from '../payment/ports.ts';

/** All money of one payment code or card charge, in cents. */
export interface Money {
  state: OrderState | undefined;
  /** What was paid, by the provider's id of it. */
  payments: ReadonlyMap<string, number>;
  refunded: number;
  /** On its way back: the provider may or may not have it. */
  returning: number;
  fee: number;
  dispute: Dispute | undefined;
}

/** `missingHere`: the provider has it. `otherState`: for example paid there, and canceled here. */
const DIFFERENCES = ['missingHere', 'missingThere', 'otherAmount', 'otherState'] as const;
type DifferenceKind = (typeof DIFFERENCES)[number];

export interface Difference {
  what: Movement['kind'];
  difference: DifferenceKind;
  /** The provider's id of the payment, or that of its code. */
  id: string;
  here: number | string;
  there: number | string;
}

/** Returns the number of differences of each kind. */
export const countDifferences = (all: readonly Difference[]) =>
  Object.fromEntries(
    DIFFERENCES.map((kind) => [kind, all.filter(({ difference }) => difference === kind).length]),
  );

/** Compares one payment. `id` identifies parts that have no id at the provider. */
export function differencesOf(id: string, { returning, ...ours }: Money, there: Money): Difference[] {
  const arrived = Math.min(returning, Math.max(0, there.refunded - ours.refunded));
  const here = { ...ours, refunded: ours.refunded + arrived };
  const { differences, goneBefore } = comparePayments(here, there);
  const amount = (what: Movement['kind'], ours: number, theirs: number): Difference[] =>
    ours === theirs ? [] : [{ what, id, here: ours, there: theirs, difference: kindOf(ours, theirs) }];
  return [
    ...differences,
    ...amount('refund', here.refunded + goneBefore, there.refunded),
    ...compareDisputes(id, here.dispute, there.dispute),
    ...amount('fee', here.fee, there.fee),
  ];
}

function kindOf(here: number, there: number): DifferenceKind {
  if (here === 0) return 'missingHere';
  return there === 0 ? 'missingThere' : 'otherAmount';
}

/**
 * What went back to the payer before it was credited is never credited, so it explains a smaller
 * credit. Returns the differences, and how much of the refunds is explained in this way.
 */
function comparePayments(here: Omit<Money, 'returning'>, there: Money) {
  const differences: Difference[] = [];
  let unexplained = Math.max(0, there.refunded - here.refunded);
  let goneBefore = 0;
  for (const id of new Set([...here.payments.keys(), ...there.payments.keys()])) {
    const [ours, theirs] = [here.payments.get(id) ?? 0, there.payments.get(id) ?? 0];
    const lacking = theirs - ours;
    if (lacking === 0) continue;
    if (lacking > 0 && lacking <= unexplained) {
      unexplained -= lacking;
      goneBefore += lacking;
      continue;
    }
    const what = 'payment' as const;
    const states = { here: here.state ?? '', there: there.state ?? '' };
    const isOther = states.here !== '' && states.there !== '' && states.here !== states.there;
    if (isOther && (ours === 0 || theirs === 0))
      differences.push({ what, id, difference: 'otherState', ...states });
    else differences.push({ what, id, difference: kindOf(ours, theirs), here: ours, there: theirs });
  }
  return { differences, goneBefore };
}

function compareDisputes(id: string, here: Dispute | undefined, there: Dispute | undefined): Difference[] {
  const base = { what: 'dispute' as const, id };
  if (here && there && here.state !== there.state)
    return [{ ...base, difference: 'otherState', here: here.state, there: there.state }];
  const takenOf = (dispute: Dispute | undefined) => (dispute && dispute.state !== 'won' ? dispute.cents : 0);
  const [ours, theirs] = [takenOf(here), takenOf(there)];
  return ours === theirs ? [] : [{ ...base, difference: kindOf(ours, theirs), here: ours, there: theirs }];
}
