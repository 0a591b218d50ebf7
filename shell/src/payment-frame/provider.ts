import type { TypedCard } from '@shared/contract';

/** The used functions of the global object that the provider's script defines. */
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
  createPaymentToken: (card: unknown, callback: (response: unknown) => void) => void;
}

declare global {
  interface Window {
    Iugu?: Partial<Provider>;
  }
}

const isProvider = (value: Partial<Provider> | undefined): value is Provider =>
  typeof value?.createPaymentToken === 'function' && typeof value.CreditCard === 'function';

/**
 * Loads the provider's script.
 * @throws Error if it can't be loaded, or defines no `createPaymentToken` or `CreditCard`
 */
export function loadProvider(scriptUrl: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onerror = () => reject(new Error('not loaded'));
    script.onload = () => {
      const provider = window.Iugu;
      if (isProvider(provider)) resolve(provider);
      else reject(new Error('not a provider'));
    };
    script.src = scriptUrl;
    document.head.append(script);
  });
}

/**
 * Requests a card token from the provider.
 * @param done receives the provider's result; undefined if it threw or the result isn't plain data
 */
export function createToken(
  provider: Provider,
  { number, month, year, firstName, lastName, cvv }: TypedCard,
  done: (result: { value: unknown } | undefined) => void,
): void {
  try {
    const card = provider.CreditCard(number, month, year, firstName, lastName, cvv);
    provider.createPaymentToken(card, (value) => done(toPlainData(value)));
  } catch {
    // Don't pass the error on: it may contain card data.
    done(undefined);
  }
}

/** Returns a copy without functions and prototypes, which a message can't carry. */
function toPlainData(value: unknown): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(JSON.stringify(value ?? null)) };
  } catch {
    return undefined;
  }
}
