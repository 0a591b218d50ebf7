/** Pix at iugu: an invoice that is paid by Pix only. */
import { dayOf } from '../../../sites/local-time.ts';
import { bodyOf, isRefusal, type ProviderContext } from '../call-provider.ts';
import type { LookedUp, PixPort } from '../ports.ts';
import { createIugu, Invoice, type IuguInvoice, type IuguSettings, unexpected } from './client.ts';
import { findInvoice, invoicePort, paymentOf } from './invoices.ts';

export function createIuguPix(settings: IuguSettings, context: ProviderContext): PixPort {
  const iugu = createIugu(settings, context);
  const found = (invoice: IuguInvoice): LookedUp => ({ kind: 'found', payment: paymentOf(invoice, 'pix') });

  return {
    ...invoicePort(iugu, settings, 'pix'),

    async create(cents, key, { name, email, cpf }, dueDate) {
      const response = await iugu.post(
        '/invoices',
        {
          email,
          // The code's end is a day at iugu: it is canceled when ours has come.
          due_date: dayOf(dueDate),
          ensure_workday_due_date: false,
          ignore_due_email: true,
          ignore_canceled_email: true,
          payable_with: ['pix'],
          items: [{ description: 'Crédito', quantity: 1, price_cents: cents }],
          payer: { name, email, cpf_cnpj: cpf },
          order_id: key.txid,
          external_reference: key.txid,
        },
        key.txid ?? undefined,
      );
      if (isRefusal(response)) return { kind: 'refused', reason: 'other', code: String(response.status) };
      const created = bodyOf(Invoice, response);
      // A concurrent or an earlier request may have created it.
      const known = created ? { kind: 'found' as const, invoice: created } : await findInvoice(iugu, key);
      const qrcodeText = known.kind === 'found' ? known.invoice.pix?.qrcode_text : undefined;
      if (known.kind !== 'found' || !qrcodeText) return unexpected('POST /invoices', response);
      return { kind: 'done', code: { qrcodeText, invoiceId: known.invoice.id } };
    },

    async cancel(key) {
      const known = await findInvoice(iugu, key);
      if (known.kind !== 'found') return known;
      const { id } = known.invoice;
      const response = await iugu.put(`/invoices/${encodeURIComponent(id)}/cancel`);
      const canceled = bodyOf(Invoice, response);
      if (canceled) return found(canceled);
      if (!isRefusal(response)) return unexpected('PUT /invoices/{id}/cancel', response);
      // It has been paid, canceled or expired meanwhile.
      const again = await findInvoice(iugu, key);
      return again.kind === 'found' ? found(again.invoice) : again;
    },
  };
}
