import {
  PAYMENT_FRAME,
  type PaymentFrameMessage,
  type PaymentFrameStart,
  type TokenRequest,
  type TypedCard,
} from '@shared/contract';
import { type CardToken, CardTokenError, readCardToken } from './card-token.ts';

/**
 * Time limit for loading the provider's script and for creating a token, in ms; same as for our own
 * calls.
 */
const TIME_LIMIT_MS = 30_000;
/**
 * Time limit for the page in the frame to start after the load event, in ms. An error page fires
 * that event too, but never starts.
 */
const START_LIMIT_MS = 5_000;

export interface PaymentFrame {
  /** Rejects if the provider's script can't be loaded in time. */
  ready: Promise<void>;
  /** @throws CardTokenError if the provider refuses, fails, or times out */
  createToken: (card: TypedCard) => Promise<CardToken>;
  /** Removes the frame and its script, after any pending token request. */
  close: () => void;
}

/**
 * Opens the page that runs the provider's script in a hidden frame. `sandbox` without
 * `allow-same-origin` gives it an opaque origin, so the script can access neither this page nor its
 * storage.
 */
export function openPaymentFrame(start: PaymentFrameStart): PaymentFrame {
  const { port1: port, port2: framePort } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = PAYMENT_FRAME;

  // `Promise.withResolvers` needs Safari 17.4, which older iPhones can't install.
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const ready = new Promise<void>((onReady, onFailure) => {
    resolve = onReady;
    reject = onFailure;
  });
  const requests = new Map<number, (response: { value: unknown } | undefined) => void>();
  let lastId = 0;
  let isClosed = false;
  let startLimit: ReturnType<typeof setTimeout> | undefined;
  const limit = setTimeout(() => fail('timeout'), TIME_LIMIT_MS);

  function stopWaiting() {
    clearTimeout(limit);
    clearTimeout(startLimit);
  }
  function fail(reason: string) {
    stopWaiting();
    reject(new Error(`payment script: ${reason}`));
  }
  function remove() {
    stopWaiting();
    port.close();
    frame.remove();
  }

  frame.onload = () => {
    frame.onload = null;
    startLimit = setTimeout(() => fail('the frame did not start'), START_LIMIT_MS);
    // An opaque origin can't be a target origin. This message has no secrets; cards go over the
    // port.
    frame.contentWindow?.postMessage(start, '*', [framePort]);
  };
  port.onmessage = ({ data }: MessageEvent<PaymentFrameMessage>) => {
    if (data.type === 'started') clearTimeout(startLimit);
    if (data.type === 'failed') fail(data.reason);
    if (data.type === 'token') requests.get(data.id)?.(data.response);
    if (data.type !== 'ready') return;
    stopWaiting();
    resolve();
  };
  document.body.append(frame);

  function createToken(card: TypedCard): Promise<CardToken> {
    const id = ++lastId;
    return new Promise<CardToken>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new CardTokenError('timeout', 'no response in time')),
        TIME_LIMIT_MS,
      );
      requests.set(id, (response) => {
        clearTimeout(timer);
        if (!response) return reject(new CardTokenError('script', 'the provider failed'));
        try {
          resolve(readCardToken(response.value));
        } catch (error) {
          reject(error);
        }
      });
      port.postMessage({ id, card } satisfies TokenRequest);
    }).finally(() => {
      requests.delete(id);
      if (isClosed && requests.size === 0) remove();
    });
  }

  return {
    ready,
    createToken,
    close() {
      isClosed = true;
      if (requests.size === 0) remove();
    },
  };
}
