/** Requests to iugu's API (https://dev.iugu.com/reference). */
import * as z from 'zod/mini';
import { callProvider, type ProviderContext, type ProviderResponse } from '../call-provider.ts';
import type { Unknown } from '../ports.ts';

export interface IuguSettings {
  /** For example `https://api.iugu.com/v1`. */
  url: string;
  accountId: string;
  apiToken: string;
}

export type Iugu = ReturnType<typeof createIugu>;
export type IuguInvoice = z.output<typeof Invoice>;

/** Returns a client; paths are below the API's URL. */
export function createIugu({ url, apiToken }: IuguSettings, context: ProviderContext) {
  const authorization = `Basic ${Buffer.from(`${apiToken}:`).toString('base64')}`;
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    more?: Record<string, string>,
  ): Promise<ProviderResponse> =>
    callProvider(context, {
      method,
      url: `${url}${path}`,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...more },
      body: body && JSON.stringify(body),
    });
  return {
    get: (path: string) => call('GET', path),
    put: (path: string) => call('PUT', path, {}),
    delete: (path: string) => call('DELETE', path),
    /** @param once a repeated request with this key within 24 hours returns the first response */
    post: (path: string, body: object, once?: string) =>
      call('POST', path, body, once ? { 'idempotency-key': once } : undefined),
  };
}

/** Returns the outcome of a request with a response that isn't as documented. */
export const unexpected = (what: string, { status }: ProviderResponse): Unknown => ({
  kind: 'unknown',
  error: new Error(`iugu responded with ${status} to ${what}`),
});

/** Integer cents, 0 if absent. Some fields are numbers in a string. */
const cents = z.pipe(
  z.nullish(z.union([z.int(), z.string().check(z.regex(/^\d+$/))])),
  z.transform((value) => Number(value ?? 0)),
);
const time = z.nullish(z.string());

/** An invoice, as far as it is used. */
export const Invoice = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.string(),
  total_cents: cents,
  total_paid_cents: cents,
  paid_cents: cents,
  refunded_cents: cents,
  taxes_paid_cents: cents,
  order_id: z.nullish(z.string()),
  external_reference: z.nullish(z.string()),
  /** On the invoice that iugu creates for a further payment of a code: that of the first payment. */
  original_payment_id: z.nullish(z.string()),
  /** The invoice of the next payment of the same code. */
  double_payment_id: z.nullish(z.string()),
  payment_method: z.nullish(z.string()),
  payable_with: z.nullish(z.union([z.string(), z.array(z.string())])),
  due_date: z.nullish(z.string()),
  created_at_iso: time,
  updated_at: time,
  paid_at: time,
  refunded_at_iso: time,
  protested_at_iso: time,
  chargeback_at_iso: time,
  logs: z.nullish(z.array(z.object({ description: z.nullish(z.string()), notes: z.nullish(z.string()) }))),
  pix: z.nullish(z.object({ qrcode_text: z.nullish(z.string()), end_to_end_id: z.nullish(z.string()) })),
});

export const InvoiceList = z.object({ totalItems: cents, items: z.array(Invoice) });
