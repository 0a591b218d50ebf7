/** The interface of the module that `PAYMENT_PROVIDER` names (`module/adapt-module.ts`). */
import type { OrderState } from '../../../platform/database/schema.ts';
import type { SavedCard } from './ports.ts';

/** State of a payment; `paid` only if the full amount was paid. */
export interface Outcome {
  state: OrderState;
  /** The provider's own id of the payment. */
  invoiceId?: string | undefined;
  /** The bank's id of a Pix payment. */
  endToEndId?: string | undefined;
}

/**
 * A payment provider. A `reference` identifies an order, for example `order:7`: a repeated request
 * with the same one returns the first result and charges nothing again. A request may reject or
 * exceed its time limit. After `charge`, the order then stays open, and `lookUp` returns its
 * outcome later; after `createPix`, it fails. Errors are logged, so they must not contain a token.
 */
export interface PaymentProvider {
  /**
   * Saves the card of a one-time token that the provider's script created in the browser.
   * @param cpfCnpj the card holder's tax number, without punctuation
   * @returns undefined if the token is invalid
   */
  saveCard(token: string, cpfCnpj: string): Promise<SavedCard | undefined>;
  /** Deletes a saved card. Succeeds for an unknown card, too. */
  deleteCard(providerToken: string): Promise<void>;
  /** Charges integer cents to a saved card. */
  charge(providerToken: string, cents: number, reference: string): Promise<Outcome>;
  /** Creates a Pix code (BR Code) for integer cents. */
  createPix(
    cents: number,
    reference: string,
    dueDate: Date,
  ): Promise<{ qrcodeText: string; invoiceId: string }>;
  /**
   * Cancels a Pix code and returns its state afterwards. Absent if the provider can't cancel codes.
   */
  cancelPix?(reference: string): Promise<Outcome>;
  /** Returns the state of an order's payment; undefined if the provider doesn't know the order. */
  lookUp(reference: string): Promise<Outcome | undefined>;
}

/** Returns an order's id at the provider and in the ledger. */
export const referenceOf = (orderId: number) => `order:${orderId}`;
