/** Serves both ports, of every brand, from the provider of a `PAYMENT_PROVIDER` module. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CardPort,
  type LookedUp,
  MODULE_ACCOUNT,
  type Payment,
  type PaymentKey,
  type Payments,
  type PixPort,
} from '../ports.ts';
import type { Outcome, PaymentProvider } from '../provider.ts';

const UNSUPPORTED = { kind: 'refused', reason: 'unsupported' } as const;

/** What both ports have in common: a module can neither refund nor list. */
const common = (provider: PaymentProvider) => ({
  account: MODULE_ACCOUNT,
  capabilities: { partialRefund: false, fullRefundDays: 0 },
  async lookUp({ order }: PaymentKey): Promise<LookedUp> {
    const outcome = await provider.lookUp(order);
    return outcome ? { kind: 'found', payment: paymentOf(outcome) } : { kind: 'missing' };
  },
  refund: async () => UNSUPPORTED,
  lookUpRefund: async () => ({ kind: 'missing' as const }),
  check: async () => [{ ok: true, text: 'A module of PAYMENT_PROVIDER can’t be checked.' }],
});

/** Returns the ports of a module. Its rejections are unknown outcomes, as those of any port. */
export function adaptModule(provider: PaymentProvider): Payments {
  const { cancelPix } = provider;
  const cards: CardPort = {
    ...common(provider),
    owns: () => true,
    async save(token, cpfCnpj) {
      const card = await provider.saveCard(token, cpfCnpj);
      return card ? { kind: 'done', card } : { kind: 'refused', reason: 'data' };
    },
    async delete(providerToken) {
      await provider.deleteCard(providerToken);
      return { kind: 'done' };
    },
    async charge(providerToken, cents, { order }) {
      return { kind: 'done', payment: paymentOf(await provider.charge(providerToken, cents, order)) };
    },
  };
  const pix: PixPort = {
    ...common(provider),
    async create(cents, { order }, _payer, dueDate) {
      return { kind: 'done', code: await provider.createPix(cents, order, dueDate) };
    },
    cancel: cancelPix
      ? async ({ order }) => ({ kind: 'found', payment: paymentOf(await cancelPix(order)) })
      : cards.lookUp,
  };
  return { of: () => ({ cards, pix }), all: [{ cards, pix }] };
}

/** A module says that the full amount was paid, without the amount. */
function paymentOf({ state, invoiceId, endToEndId }: Outcome): Payment {
  return { state, invoiceId, endToEndId };
}

interface ProviderModule {
  createPaymentProvider(env: NodeJS.ProcessEnv): PaymentProvider;
}

/**
 * Loads the payment provider that `PAYMENT_PROVIDER` names: a package, or a file relative to the
 * working directory, that exports `createPaymentProvider(env)`. Returns undefined without a name.
 * @param env passed to the provider, which reads its own variables
 * @throws if it can't be loaded or exports no such function
 */
export async function readPaymentProvider(
  name: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<PaymentProvider | undefined> {
  if (!name) return undefined;
  const specifier = /^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name;
  const loaded: unknown = await import(specifier).catch((cause) => {
    throw new Error(`PAYMENT_PROVIDER names the module ${name}, which can't be loaded.`, { cause });
  });
  if (!isProviderModule(loaded)) throw new Error('PAYMENT_PROVIDER exports no createPaymentProvider.');
  return loaded.createPaymentProvider(env);
}

const isProviderModule = (loaded: unknown): loaded is ProviderModule =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'createPaymentProvider' in loaded &&
  typeof loaded.createPaymentProvider === 'function';
