/** Cards at iugu: a customer for each account, its saved payment methods, and direct charges. */
import * as z from 'zod/mini';
import { bodyOf, isRefusal, type ProviderContext, type ProviderResponse } from '../call-provider.ts';
import type { CardPort, Charged, Payer, PaymentKey, Refused, Unknown } from '../ports.ts';
import { createIugu, type IuguSettings, unexpected } from './client.ts';
import { findInvoice, invoicePort, paymentOf, refusalOf } from './invoices.ts';

const Customer = z.object({ id: z.string().check(z.minLength(1)) });
const number = z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d{1,4}$/))]), z.transform(Number));
const Card = z.object({
  id: z.string().check(z.minLength(1)),
  data: z.object({ display_number: z.string(), holder_name: z.string(), month: number, year: number }),
});
const Charge = z.object({
  success: z.union([z.boolean(), z.literal(['true', 'false'])]),
  status: z.nullish(z.string()),
  LR: z.nullish(z.string()),
  invoice_id: z.nullish(z.string()),
});

/** Returns the port of an account. A saved card's token names the account, its customer and the card. */
export function createIuguCards(settings: IuguSettings, context: ProviderContext): CardPort {
  const iugu = createIugu(settings, context);
  const prefix = `${settings.accountId}/`;

  /** A lost response leaves a customer without cards there, which does no harm. */
  async function createCustomer({ name, email, cpf }: Payer) {
    const response = await iugu.post('/customers', { name, email, cpf_cnpj: cpf });
    const created = bodyOf(Customer, response);
    return created ? { kind: 'done' as const, id: created.id } : failed('POST /customers', response);
  }

  const save: CardPort['save'] = async (token, cpfCnpj, payer, knownCustomer) => {
    const created = knownCustomer ? undefined : await createCustomer(payer);
    if (created && created.kind !== 'done') return created;
    const customerId = created ? created.id : (knownCustomer ?? '');
    const body = { description: 'Cartão', token, set_as_default: false };
    const path = `/customers/${encodeURIComponent(customerId)}/payment_methods`;
    const response = await iugu.post(path, body);
    // The customer was deleted in iugu's panel.
    if (response.status === 404 && knownCustomer) return save(token, cpfCnpj, payer, undefined);
    const saved = bodyOf(Card, response);
    if (!saved) return failed('POST /customers/{id}/payment_methods', response);
    const { display_number: displayNumber, holder_name: holderName, month, year } = saved.data;
    const providerToken = `${prefix}${customerId}/${saved.id}`;
    const card = { providerToken, displayNumber, holderName, month, year };
    return { kind: 'done', card, customerId };
  };

  return {
    ...invoicePort(iugu, settings, 'card'),
    scriptAccountId: settings.accountId,
    owns: (providerToken) => providerToken.startsWith(prefix),

    save,

    async delete(providerToken) {
      const [, customer = '', card = ''] = providerToken.split('/').map(encodeURIComponent);
      const response = await iugu.delete(`/customers/${customer}/payment_methods/${card}`);
      return response.status === 200 || response.status === 404
        ? { kind: 'done' }
        : unexpected('DELETE /customers/{id}/payment_methods/{id}', response);
    },

    async charge(providerToken, cents, key, { name, email, cpf }): Promise<Charged> {
      const [, customer_id, customer_payment_method_id] = providerToken.split('/');
      const response = await iugu.post(
        '/charge',
        {
          customer_payment_method_id,
          customer_id,
          email,
          restrict_payment_method: true,
          items: [{ description: 'Crédito', quantity: 1, price_cents: cents }],
          payer: { name, email, cpf_cnpj: cpf },
          order_id: key.txid,
          external_reference: key.txid,
        },
        key.txid ?? undefined,
      );
      if (isRefusal(response)) return { kind: 'refused', reason: 'other', code: String(response.status) };
      const charge = bodyOf(Charge, response);
      if (!charge) return unexpected('POST /charge', response);
      const { status, LR, invoice_id } = charge;
      if (String(charge.success) === 'true') return paidOf({ ...key, invoiceId: invoice_id ?? null });
      if (status === 'unauthorized' || (LR && !/^0*$/.test(LR)))
        return { kind: 'refused', reason: refusalOf(LR), code: LR ?? undefined };
      return { kind: 'done', payment: { state: 'pending', invoiceId: invoice_id ?? undefined } };
    },
  };

  /** Returns what the invoice of a successful charge says: that it was paid, and how much. */
  async function paidOf(key: PaymentKey): Promise<Charged> {
    const invoiceId = key.invoiceId ?? undefined;
    const found = await findInvoice(iugu, key).catch(() => undefined);
    return found?.kind === 'found'
      ? { kind: 'done', payment: paymentOf(found.invoice, 'card') }
      : { kind: 'done', payment: { state: 'captured', invoiceId } };
  }
}

const failed = (what: string, response: ProviderResponse): Refused | Unknown =>
  isRefusal(response)
    ? { kind: 'refused', reason: 'data', code: String(response.status) }
    : unexpected(what, response);
