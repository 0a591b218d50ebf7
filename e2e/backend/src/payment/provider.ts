/** What this backend asks of whoever takes the money. The sandbox has a stand-in; a real one is configuration. */
import type { OrderState } from '../db/schema.ts';

/** A card as the provider keeps it. Its number and CVV never come here. */
export interface SavedCard {
  /** By which it is charged. */
  providerToken: string;
  /** Such as `XXXX-XXXX-XXXX-4242`. */
  displayNumber: string;
  holderName: string;
  month: number;
  year: number;
}

/** How a payment stands. It is `paid` where all of it is. */
export interface Outcome {
  state: OrderState;
  /** The provider's own name for it. */
  invoiceId?: string | undefined;
  /** The bank's name for the payment of a Pix. */
  endToEndId?: string | undefined;
}

/**
 * A `reference` names an order, such as `order:7`. Asked again with the same one, a provider answers what came of the
 * first time and takes no money anew. It may reject, or take longer than it is waited for: the order stays open then, and
 * `lookUp` tells later what became of it. Its errors are logged, and name no token.
 */
export interface PaymentProvider {
  /**
   * Keeps the card of a one-time token that the provider's script made in the browser.
   * @param cpfCnpj of its holder, without punctuation
   * @returns undefined where the token isn't one
   */
  saveCard(token: string, cpfCnpj: string): Promise<SavedCard | undefined>;
  /** Lets go of a card that its owner deleted. One that it doesn't know, or not any more, it has let go of. */
  forgetCard(providerToken: string): Promise<void>;
  /** Takes integer cents from a saved card. */
  charge(providerToken: string, cents: number, reference: string): Promise<Outcome>;
  /** Makes a Pix code (BR Code) of integer cents. */
  createPix(
    cents: number,
    reference: string,
    dueDate: Date,
  ): Promise<{ qrcodeText: string; invoiceId: string }>;
  /** Has a Pix code be paid no more, and tells how it stands then. A provider that can't do that leaves it out. */
  cancelPix?(reference: string): Promise<Outcome>;
  /** How the payment of an order stands; undefined where the provider has never heard of it. */
  lookUp(reference: string): Promise<Outcome | undefined>;
}

/** The name of an order, at the provider and in the ledger. */
export const referenceOf = (orderId: number) => `order:${orderId}`;
