import {
  PAYMENT_FRAME,
  type PaymentFrameMessage,
  type PaymentFrameStart,
  type TokenRequest,
  type TypedCard,
} from '@shared/contract';
import { type CardToken, CardTokenError, readCardToken } from './card-token.ts';

/** How long the provider may take for its script, and for a token, in ms; as long as a call of ours. */
const TIME_LIMIT_MS = 30_000;
/** How long the page in the frame may take to start once it has loaded, in ms: an error page never does. */
const START_LIMIT_MS = 5_000;

export interface PaymentFrame {
  /** Rejects if the provider's script can't be loaded in time. */
  ready: Promise<void>;
  /** @throws CardTokenError if the provider refuses, fails, or times out */
  createToken: (card: TypedCard) => Promise<CardToken>;
  /** Removes the frame, and the script with it: at once, or after a pending request for a token. */
  close: () => void;
}

/**
 * Opens the page that runs the provider's script in a hidden frame. `sandbox` without `allow-same-origin` gives it an
 * origin of its own, so the script reaches neither this page nor its storage.
 */
export function openPaymentFrame(start: PaymentFrameStart): PaymentFrame {
  const { port1: port, port2: framePort } = new MessageChannel();
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = PAYMENT_FRAME;

  // `Promise.withResolvers` needs Safari 17.4, which older iPhones never get.
  let resolve: () => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const ready = new Promise<void>((onReady, onFailure) => {
    resolve = onReady;
    reject = onFailure;
  });
  const requests = new Map<number, (answer: { value: unknown } | undefined) => void>();
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
    // An opaque origin has no name. There is nothing secret in this message; cards go over the port.
    frame.contentWindow?.postMessage(start, '*', [framePort]);
  };
  port.onmessage = ({ data }: MessageEvent<PaymentFrameMessage>) => {
    if (data.type === 'started') clearTimeout(startLimit);
    if (data.type === 'failed') fail(data.reason);
    if (data.type === 'token') requests.get(data.id)?.(data.answer);
    if (data.type !== 'ready') return;
    stopWaiting();
    resolve();
  };
  document.body.append(frame);

  function createToken(card: TypedCard): Promise<CardToken> {
    const id = ++lastId;
    return new Promise<CardToken>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new CardTokenError('timeout', 'no answer in time')),
        TIME_LIMIT_MS,
      );
      requests.set(id, (answer) => {
        clearTimeout(timer);
        if (!answer) return reject(new CardTokenError('script', 'the provider failed'));
        try {
          resolve(readCardToken(answer.value));
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
