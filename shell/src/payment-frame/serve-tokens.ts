import type { PaymentFrameMessage, PaymentFrameStart, TokenRequest, TypedCard } from '@shared/contract';

/** Handles the start message of the framing page; its port carries all other messages. */
export function serveTokens(): void {
  addEventListener('message', ({ source, origin, data, ports: [port] }: MessageEvent<PaymentFrameStart>) => {
    // This document's own origin is opaque; `location.origin` is that of its URL.
    if (parent === window || source !== parent || origin !== location.origin || !port) return;
    void serve(port, data);
  });
}

/** Loads the provider's script, then handles the requests on `port`. */
export async function serve(port: MessagePort, { scriptUrl, accountId, testMode }: PaymentFrameStart) {
  const post = (message: PaymentFrameMessage) => port.postMessage(message);
  post({ type: 'started' });
  try {
    const provider = await loadProvider(scriptUrl);
    provider.setAccountID(accountId);
    provider.setTestMode(testMode);
    port.onmessage = ({ data: { id, card } }: MessageEvent<TokenRequest>) =>
      createToken(provider, card, (response) => post({ type: 'token', id, ...(response && { response }) }));
    post({ type: 'ready' });
  } catch (error) {
    post({ type: 'failed', reason: error instanceof Error ? error.message : 'unknown' });
  }
}

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
function loadProvider(scriptUrl: string): Promise<Provider> {
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
function createToken(
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
