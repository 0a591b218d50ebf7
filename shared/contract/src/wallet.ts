import * as z from 'zod/mini';
import { flag, id, instant, number, optional, shownText, strictWithDefault, text } from './fields.ts';
import { list, readJson, withDefault } from './lenient.ts';
import { PriceProfilePeriod } from './price.ts';
import { ChargerSite } from './site.ts';

/** Money in BRL as a decimal number. */
export const Balance = z.looseObject({ uwalBalance: number });

/** A line of a bill. A line with an unreadable amount is left out, never shown as free. */
export const OrderItem = z.looseObject({
  orderItemDesc: withDefault(shownText, ''),
  orderItemCount: withDefault(number, 1),
  orderItemAmount: strictWithDefault(number, 0),
  orderItemPrice: optional(number),
  orderItemRefunded: optional(flag),
});
export type OrderItem = z.output<typeof OrderItem>;

/** JSON text; an object is accepted as well. */
const jsonText = z.pipe(
  z.union([text, z.looseObject({})]),
  z.transform((value: string | { [x: string]: unknown }) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  ),
);

export const Order = z.looseObject({
  orderId: id,
  orderState: optional(text),
  /** Backends use both spellings. */
  orderAmount: optional(number),
  orderAmmount: optional(number),
  orderUpdated: optional(instant),
  orderInvoiceId: optional(id),
  /** The `Idempotency-Key` of the call that created the order. Not every backend sends it. */
  orderIdempotencyKey: optional(text),
  /** 0 means a credit top-up. */
  orderOtId: optional(number),
  /** With description and item_type. */
  orderPaymentMethodData: optional(jsonText),
  /** With due_date and pix.qrcode_text. */
  orderData: optional(jsonText),
  orderItems: optional(list(OrderItem)),
});
export type Order = z.output<typeof Order>;

/** Returns the amount of an order in BRL, if it has one. */
export const orderReais = ({ orderAmount, orderAmmount }: Order) => orderAmount ?? orderAmmount;

const MethodData = z.looseObject({ description: optional(shownText), item_type: optional(text) });

/** Returns an order's payment method: its kind, and a description such as `visa 4242`. */
export const orderMethod = ({ orderPaymentMethodData }: Order): Partial<z.output<typeof MethodData>> =>
  readJson(MethodData, orderPaymentMethodData) ?? {};

/** One line of the statement, `GET /wallet/History/{days}`. */
export const HistoryEntry = z.looseObject({
  uwhId: id,
  /** BRL, unsigned: `uwhUwttId` gives the direction. */
  uwhAmmount: number,
  /** 1 means debit (a charge); absent if unknown. */
  uwhUwttId: optional(number),
  orderItemDesc: optional(shownText),
  startTime: optional(instant),
  stopTime: optional(instant),
  uwhTimestamp: optional(instant),
  transactionId: optional(id),
  uwhOrderId: optional(id),
  orderState: optional(text),
  orderItemRefunded: optional(flag),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;
export const DEBIT = 1;

/** `GET /UserTransactions/{id}`. `meterStop` in Wh, `chargeTime` in seconds, `amount` in BRL. */
export const UserTransaction = z.looseObject({
  transactionId: optional(id),
  meterStop: optional(number),
  startTime: optional(instant),
  stopTime: optional(instant),
  chargeTime: optional(number),
  amount: optional(number),
  /** Time that isn't billed, by cause: `fault`, `unavailable`, `unlock`, `offline`, `stop`, `unplugged` or `power`. */
  excludedTimes: optional(list(z.looseObject({ cause: optional(text), seconds: number }))),
  /** Why the charge ended, one of `StopReason`; absent if unknown. */
  stopReason: optional(text),
  /** The cable is still plugged in: `unlockCable` may unlock it. */
  canUnlock: optional(flag),
  chargerSite: optional(ChargerSite),
  chargePoint: optional(
    z.looseObject({
      cpCode: optional(id),
      cpCm: optional(
        z.looseObject({
          cmMaxPower: optional(number),
          cmSpeed: optional(text),
          manufacturer: optional(shownText),
          connectors: optional(list(z.looseObject({ connectorId: optional(id), cctName: optional(text) }))),
        }),
      ),
    }),
  ),
  connectorId: optional(id),
  startPricePeriod: optional(PriceProfilePeriod),
  startPriceProfilePeriod: optional(PriceProfilePeriod),
  uvName: optional(shownText),
  order: optional(Order),
});
export type UserTransaction = z.output<typeof UserTransaction>;
