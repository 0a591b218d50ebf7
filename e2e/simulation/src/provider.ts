/** The payment providers: the emulator at the end of the network, and how it, payers and banks behave. */
import { createServer } from 'node:http';
import { createEmulator, type Payment } from '@e2e/payments';
import { emulatedPayments } from '../../backend/src/demo/sandbox/payments/emulator.ts';
import type { Kernel } from './kernel.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';

const PROVIDER_HOST = 'provider.example';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A response that takes longer than this may reach no client any more. */
const SLOW_MS = 3000;
/** How long a failed request may be waited for. */
const EXCUSE_MS = MINUTE_MS;

type Action = Payment['actions'][number];

/** What banks and acquirers do by themselves, and how probable it is in a minute. */
const PER_MINUTE: { action: Action; of: 'card' | 'pix'; probability: number }[] = [
  { action: 'pay', of: 'card', probability: 0.1 },
  { action: 'decline', of: 'card', probability: 0.05 },
  { action: 'dispute', of: 'card', probability: 0.005 },
  { action: 'winDispute', of: 'card', probability: 0.03 },
  { action: 'loseDispute', of: 'card', probability: 0.03 },
  { action: 'payTwice', of: 'pix', probability: 0.005 },
  { action: 'decline', of: 'pix', probability: 0.002 },
  { action: 'specialReturn', of: 'pix', probability: 0.005 },
  { action: 'notifyAgain', of: 'card', probability: 0.02 },
  { action: 'notifyAgain', of: 'pix', probability: 0.02 },
];

export class Provider {
  readonly owner = { name: 'provider' };
  /** It serves every brand, whatever its name. */
  readonly brands = [];
  /** Share of requests that fail in one of several ways. */
  failing = 0;
  readonly #kernel: Kernel;
  readonly #random: Random;
  readonly #emulator: ReturnType<typeof createEmulator>;
  #isOver = false;
  #takesPayments = true;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, network: Network) {
    this.#kernel = kernel;
    this.#random = kernel.random.stream('provider');
    const now = () => new Date(kernel.now);
    this.#emulator = createEmulator({ now, backendUrl: 'http://app.example' });
    const server = createServer((request, response) => {
      this.#behave();
      const noteConflict = () => response.statusCode === 409 && this.#noteFailure();
      response.once('finish', noteConflict);
      kernel.after(SLOW_MS, () => response.writableFinished || this.#noteFailure());
      this.#emulator.listener(request, response);
    });
    network.listen(this.owner, server, PROVIDER_HOST);
    this.#liveOn();
  }

  /** Creates the ports of an instance: the adapters of production. */
  createPorts = (context: Parameters<typeof emulatedPayments>[1]) =>
    emulatedPayments({ url: `http://${PROVIDER_HOST}`, controlUrl: '' }, context);

  /** All payments, in the order of their creation. */
  get payments(): Payment[] {
    return this.#emulator.payments().reverse();
  }

  /** Returns the ids of the banks for the Pix of a code. */
  pixOf(payment: Payment): string[] {
    return this.#emulator.state.cobs[payment.id]?.pix.map(({ endToEndId }) => endToEndId) ?? [];
  }

  /** Returns what the operator has of a payment in the end, in cents. */
  keptCents({ status, paidCents, returnedCents }: Payment): number {
    return status === 'in_protest' || status === 'chargeback' ? 0 : paidCents - returnedCents;
  }

  /** Returns whether an error may come from a request that failed. */
  hasFailed(): boolean {
    return this.#kernel.now - this.#failedAt < EXCUSE_MS;
  }

  /** A driver pays a Pix code in the app of a bank: mostly as it should be. */
  pay(code: string): void {
    const { cobs } = this.#emulator.state;
    const txid = Object.keys(cobs).find((id) => cobs[id]?.pixCopiaECola === code);
    const action = this.#random.pick(['pay', 'pay', 'pay', 'payLate', 'payLess', 'payTwice'] as const);
    const payment = this.payments.find(({ id }) => id === txid);
    if (payment && this.#takesPayments) this.#act(payment, action);
  }

  /**
   * Ends what is still undecided. Old Pix payments and decided card payments are reported again: they
   * are looked up seldom, an open dispute twice a day.
   */
  settleAll(): void {
    this.#isOver = true;
    for (const payment of this.payments) {
      const canBe = (...actions: Action[]) => payment.actions.filter((action) => actions.includes(action));
      const decisions = payment.method === 'card' ? canBe('pay', 'decline', 'winDispute', 'loseDispute') : [];
      const isOld = Date.parse(payment.createdAt) < this.#kernel.now - HOUR_MS;
      const reports = payment.method === 'card' || isOld ? canBe('notifyAgain') : [];
      const actions = decisions.length > 0 ? decisions : reports;
      if (actions.length > 0) this.#act(payment, this.#random.pick(actions));
    }
  }

  /** Drivers who pay later than this find their code expired. */
  endPayments(): void {
    this.#takesPayments = false;
  }

  #liveOn(): void {
    this.#kernel.after(
      MINUTE_MS,
      () => {
        if (this.#isOver) return;
        for (const payment of this.payments)
          for (const { action, of, probability } of PER_MINUTE)
            if (payment.method === of && this.#random.chance(probability)) this.#act(payment, action);
        this.#liveOn();
      },
      this.owner,
    );
  }

  /** Performs an action, unless the payment's state doesn't allow it any more. */
  #act({ id }: Payment, action: Action): void {
    const payment = this.payments.find((one) => one.id === id);
    if (!payment?.actions.includes(action)) return;
    const isPart = action === 'specialReturn' && this.#random.chance(0.3);
    this.#behave();
    const after = this.#kernel.as(this.owner, () =>
      this.#emulator.perform(id, { action, ...(isPart && { cents: 100 }) }),
    );
    this.#kernel.log('provider', `${action} ${payment.reference}: ${after?.status} ${after?.paidCents}`);
  }

  /** Decides how the next request is treated, and the notices that it causes. */
  #behave(): void {
    const random = this.#random;
    const how = random.chance(this.failing)
      ? random.pick(['refuse', 'lose', 'hang', 'unavailable'] as const)
      : undefined;
    const delayMs = random.chance(0.04) ? random.between(1000, 12_000) : random.between(5, 500);
    if (how) this.#noteFailure();
    this.#emulator.behave({
      ...(how && { away: { how, forMs: 1 } }),
      delayMs,
      // Nothing looks soon for a last notice that is lost.
      noticeCopies: random.pick(this.#isOver ? [1, 2] : [0, 1, 1, 1, 2, 3]),
      returnsFail: random.chance(0.2),
    });
  }

  #noteFailure(): void {
    this.#failedAt = this.#kernel.now;
  }
}
