import { configAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import { openPaymentFrame, type PaymentFrame } from './open-payment-frame.ts';

/** `absent`: no provider is configured. */
type State = 'loading' | 'ready' | 'failed' | 'absent';

/** Runs the payment provider's script in a frame while the screen is mounted. */
export function usePaymentFrame() {
  const { scriptUrl = '', accountId = '', testMode = false } = useAtomValue(configAtom)?.payment ?? {};
  const [state, setState] = useState<State>(scriptUrl ? 'loading' : 'absent');
  const frameRef = useRef<PaymentFrame>(undefined);

  const close = useCallback(() => {
    frameRef.current?.close();
    frameRef.current = undefined;
  }, []);

  const open = useCallback(() => {
    close();
    if (!scriptUrl) return setState('absent');
    setState('loading');
    const frame = openPaymentFrame({ scriptUrl, accountId, testMode });
    frameRef.current = frame;
    frame.ready.then(
      () => frame === frameRef.current && setState('ready'),
      (error: unknown) => {
        console.warn(error);
        if (frame !== frameRef.current) return;
        close();
        setState('failed');
      },
    );
  }, [close, scriptUrl, accountId, testMode]);

  useEffect(() => {
    open();
    return close;
  }, [open, close]);

  /** @throws Error if no frame is open */
  const paymentFrame = () => {
    if (!frameRef.current) throw new Error('payment script: no frame');
    return frameRef.current;
  };
  return { state, retry: open, paymentFrame };
}
