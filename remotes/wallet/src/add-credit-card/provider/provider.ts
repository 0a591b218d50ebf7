/** The payment provider's script: what of its global object is used. It is the provider's, so its answers are read with care. */
export interface Provider {
  setAccountID: (id: string) => void;
  setTestMode: (on: boolean) => void;
  CreditCard: (
    number: string,
    month: string,
    year: string,
    firstName: string,
    lastName: string,
    cvv: string,
  ) => unknown;
  createPaymentToken: (card: unknown, answered: (answer: unknown) => void) => void;
}

declare global {
  interface Window {
    /** Put there by the provider's script. */
    Iugu?: Partial<Provider>;
  }
}

export const isProvider = (found: Partial<Provider> | undefined): found is Provider =>
  typeof found?.createPaymentToken === 'function' && typeof found.CreditCard === 'function';

/** How long the provider may take for its script, and for a token; as long as a call of ours. */
export const TIME_LIMIT_MS = 30_000;
