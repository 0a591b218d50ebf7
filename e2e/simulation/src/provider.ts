/** The payment provider: what it was asked, what it really received, and how it fails. */
import type { Outcome, PaymentProvider } from '../../backend/src/domain/money/payment/provider.ts';
import type { Kernel, Owner } from './kernel.ts';
import type { Random } from './random.ts';

interface Payment {
  reference: string;
  cents: number;
  state: Outcome['state'];
  invoiceId: string;
  /** Until when a code can be paid; some banks are a little late. */
  dueAt?: number;
  endToEndId?: string;
}

const CODE = 'br-code ';
const LATE_MS = 60_000;

export class Provider {
  readonly payments = new Map<string, Payment>();
  readonly #kernel: Kernel;
  readonly #random: Random;
  /** Share of requests whose response is lost, or that don't arrive. */
  failing = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#random = kernel.random.stream('provider');
  }

  /** Returns the provider as an instance reaches it. */
  connect(owner: Owner): PaymentProvider {
    return {
      saveCard: async () => undefined,
      deleteCard: async () => undefined,
      charge: (_, cents, reference) => this.#answer(owner, () => this.#charge(cents, reference)),
      createPix: (cents, reference, dueDate) =>
        this.#answer(owner, () => this.#createPix(cents, reference, dueDate)),
      lookUp: (reference) => this.#answer(owner, () => this.#outcomeOf(reference)),
    };
  }

  #charge(cents: number, reference: string): Outcome {
    if (!this.payments.has(reference)) {
      const random = this.#random.stream(reference);
      const fate = random.next();
      const state = fate < 0.7 ? 'paid' : fate < 0.8 ? 'unauthorized' : 'captured';
      this.#record({ reference, cents, state, invoiceId: `card-${reference}` });
      // A payment under review.
      if (state === 'captured')
        this.#kernel.after(
          random.between(1000, 900_000),
          () => this.#settle(reference, random.chance(0.7) ? 'paid' : 'unauthorized'),
          { name: 'provider' },
        );
    }
    return this.#outcomeOf(reference) as Outcome;
  }

  #createPix(cents: number, reference: string, dueDate: Date) {
    const invoiceId = `pix-${reference}`;
    if (!this.payments.has(reference))
      this.#record({ reference, cents, state: 'pending', invoiceId, dueAt: dueDate.getTime() });
    return { qrcodeText: `${CODE}${reference}`, invoiceId };
  }

  /** Pays a Pix code, as a driver does in the app of a bank. */
  pay(code: string): void {
    const payment = this.payments.get(code.slice(CODE.length));
    if (payment?.state !== 'pending' || (payment.dueAt ?? 0) + LATE_MS < this.#kernel.now) return;
    this.#settle(payment.reference, 'paid');
  }

  #record(payment: Payment): void {
    this.payments.set(payment.reference, payment);
    this.#kernel.log('provider', `${payment.reference} ${payment.state} ${payment.cents}`);
  }

  #settle(reference: string, state: Outcome['state']): void {
    const payment = this.payments.get(reference);
    if (!payment) return;
    payment.state = state;
    if (payment.invoiceId.startsWith('pix')) payment.endToEndId = `e2e-${reference}`;
    this.#kernel.log('provider', `${reference} ${state} later`);
  }

  #outcomeOf(reference: string): Outcome | undefined {
    const payment = this.payments.get(reference);
    return payment && { state: payment.state, invoiceId: payment.invoiceId, endToEndId: payment.endToEndId };
  }

  /** Takes the time of a request, which may get lost on the way there or back. */
  async #answer<T>(owner: Owner, work: () => T): Promise<T> {
    const fate = this.#random.next();
    await this.#kernel.wait(this.#random.between(20, 800));
    if (owner.dead || fate < this.failing / 2) return this.#fail(owner, fate);
    const result = work();
    await this.#kernel.wait(this.#random.between(5, 200));
    if (owner.dead || fate < this.failing) return this.#fail(owner, fate);
    return result;
  }

  async #fail(owner: Owner, fate: number): Promise<never> {
    this.#kernel.log('provider', 'a request or its response is lost');
    // Either an error, or no response at all.
    if (owner.dead || (fate * 1000) % 2 < 1) await new Promise(() => undefined);
    throw new Error('socket hang up');
  }
}
