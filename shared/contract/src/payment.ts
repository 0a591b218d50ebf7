/** Payment methods and top-ups. */
import * as z from 'zod/mini';
import { flag, id, optional, shownText, text } from './fields.ts';
import { withDefault } from './lenient.ts';

/** The displayable data of a saved card; only the provider stores its full number. */
const CardData = z.looseObject({
  /** Such as `XXXX-XXXX-XXXX-4242`. */
  display_number: optional(text),
  holder_name: optional(shownText),
  month: optional(id),
  year: optional(id),
});

export const CREDIT_CARD = 'credit_card';
export const PIX = 'pix';

/** A saved payment method; `item_type` is `credit_card` or `pix`. */
export const PaymentMethod = z.looseObject({
  id,
  item_type: optional(text),
  description: optional(shownText),
  is_default: optional(flag),
  data: optional(CardData),
});
export type PaymentMethod = z.output<typeof PaymentMethod>;

/** `POST /UserPaymentMethods`: the card as the provider's token only. */
export const NewPaymentMethod = z.object({
  description: shownText,
  token: text,
  set_as_default: withDefault(z.boolean(), false),
  cpf_cnpj: text,
});

/** `POST /payment/IuguPaymentTokenResponse`: the provider's error, never the typed card data. */
export const PaymentTokenError = z.object({ code: z.optional(text), message: z.optional(text) });

/** `POST /wallet/Balance`: `PaymentMethod` is a card's id or `pix`. */
export const TopUpRequest = z.object({ Ammount: z.number(), PaymentMethod: id });
export const TopUpResponse = z.looseObject({
  orderId: optional(id),
  orderState: optional(text),
  /** Why a card was declined: `funds`, `card`, `expired`, `data`, `fraud`, or another word. */
  orderRefusal: optional(text),
});
