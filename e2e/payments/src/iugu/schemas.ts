/** Requests of iugu's API, as far as the product uses them. Field names are those of its reference. */
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(255));
const cents = z.int().check(z.positive());
const digits = (min: number, max: number) => z.string().check(z.regex(new RegExp(`^\\d{${min},${max}}$`)));
const Payer = z.optional(
  z.object({ cpf_cnpj: z.optional(text), name: z.optional(text), email: z.optional(z.email()) }),
);
const Items = z
  .array(z.object({ description: text, quantity: z.int().check(z.positive()), price_cents: cents }))
  .check(z.minLength(1));

/** What direct charges and invoices have in common. */
const order = {
  email: z.optional(z.email()),
  customer_id: z.optional(text),
  items: Items,
  payer: Payer,
  order_id: z.nullish(text),
  external_reference: z.nullish(text),
};

export const CustomerRequest = z.object({
  email: z.email(),
  name: text,
  cpf_cnpj: z.optional(text),
});

export const CardRequest = z.object({
  description: text,
  token: text,
  set_as_default: z.optional(z.union([z.boolean(), z.string()])),
});

export const TokenRequest = z.object({
  account_id: text,
  method: z.literal('credit_card'),
  test: z.optional(z.boolean()),
  data: z.object({
    number: digits(13, 19),
    verification_value: digits(3, 4),
    first_name: z.string().check(z.maxLength(60)),
    last_name: z.string().check(z.maxLength(60)),
    month: digits(1, 2),
    year: digits(4, 4),
  }),
});

export const ChargeRequest = z.object({ ...order, customer_payment_method_id: text }).check(
  z.refine((charge) => charge.email ?? charge.customer_id ?? charge.payer?.email, {
    path: ['email'],
    error: 'não pode ficar em branco',
  }),
);

export const InvoiceRequest = z
  .object({
    ...order,
    due_date: z.iso.date(),
    payable_with: z.union([z.literal('pix'), z.tuple([z.literal('pix')])]),
    ignore_due_email: z.optional(z.boolean()),
    ignore_canceled_email: z.optional(z.boolean()),
    ensure_workday_due_date: z.optional(z.boolean()),
  })
  .check(
    z.refine((invoice) => invoice.email ?? invoice.customer_id, {
      path: ['email'],
      error: 'não pode ficar em branco',
    }),
  );
export type InvoiceRequest = z.output<typeof InvoiceRequest>;

export const RefundRequest = z.object({ partial_value_refund_cents: z.optional(cents) });
