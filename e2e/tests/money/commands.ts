/** Generates random scenarios. */
import { TOP_UP_AMOUNTS } from '@shared/contract';
import fc from 'fast-check';
import { type Fault, faults } from './connection.ts';

/**
 * How the payment provider treats each of the user's cards, in the order in which they are saved.
 */
export const CARD_OUTCOMES = ['paid', 'inAnalysis', 'declined', 'pending', 'error'] as const;

/** Mostly the same card, amount and tab: errors are likeliest when a payment is repeated. */
const tab = fc.constantFrom(0, 0, 1);
/** Index of a saved card; one past the last card means Pix. */
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(CARD_OUTCOMES.length) },
  { weight: 2, arbitrary: fc.nat(CARD_OUTCOMES.length) },
);
const reais = fc.oneof(
  { weight: 4, arbitrary: fc.constant(TOP_UP_AMOUNTS[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...TOP_UP_AMOUNTS) },
);
const fault = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Fault>('none') },
  { weight: 2, arbitrary: fc.constantFrom(...faults) },
);
/** What the user does after confirming. `reload` and `leave` interrupt the payment. */
const then = fc.constantFrom('wait', 'wait', 'continue', 'reload', 'leave');

const kind = <Kind extends string>(what: Kind) => fc.constant(what);
const confirmation = { tab, fault, then, taps: fc.constantFrom(1, 1, 2), after: fc.nat(25) };

const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: kind('top up'), ...confirmation, method, reais }) },
  { weight: 2, arbitrary: fc.record({ what: kind('open confirmation'), tab, method, reais }) },
  { weight: 2, arbitrary: fc.record({ what: kind('confirm'), ...confirmation }) },
  { weight: 1, arbitrary: fc.record({ what: kind('cancel'), tab }) },
  { weight: 1, arbitrary: fc.record({ what: kind('reload'), tab }) },
  { weight: 1, arbitrary: fc.record({ what: kind('go home'), tab }) },
  { weight: 1, arbitrary: fc.record({ what: kind('miss messages'), tab }) },
  { weight: 1, arbitrary: fc.record({ what: kind('lose the connection'), forMs: fc.nat(80) }) },
  { weight: 1, arbitrary: fc.record({ what: kind('pause'), forMs: fc.nat(120) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: kind('bank'),
      does: fc.constantFrom('pay', 'pay', 'pay twice', 'pay late', 'refuse'),
      order: fc.nat(7),
    }),
  },
);
type Arbitrated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type Command = Arbitrated<typeof command>;

/**
 * A scenario: a list of commands, and whether the page has HTTPS, without which there are no Web
 * Locks.
 */
export const scenario = fc.record({
  secure: fc.boolean(),
  commands: fc.array(command, { minLength: 3, maxLength: 10 }),
});
