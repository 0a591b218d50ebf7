import type { PaymentFrameMessage, PaymentFrameStart, TokenRequest } from '@shared/contract';
import { createToken, loadProvider } from './provider.ts';

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
