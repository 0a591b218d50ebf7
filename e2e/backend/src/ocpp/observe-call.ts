import { TimeoutError } from 'ocpp-rpc/lib/errors.js';
import type { BackendContext } from '../context.ts';
import { withLogFields } from '../log-fields.ts';

interface ObservedCall {
  chargePointId: string;
  /** The side that sent it. */
  sender: 'chargePoint' | 'server';
  /** One of OCPP's actions: each is a time series of its own. */
  action: string;
}

/** Handles or sends a call: its log lines name the charge point, and its result is counted. */
export function observeCall<T>(
  { log, metrics }: Pick<BackendContext, 'log' | 'metrics'>,
  { chargePointId, sender, action }: ObservedCall,
  run: () => Promise<T>,
): Promise<T> {
  const from = performance.now();
  function end(result: 'ok' | 'error' | 'timeout') {
    metrics.countOcpp(sender, action, result);
    log.debug({ sender, action, result, ms: Math.round(performance.now() - from) }, 'OCPP call');
  }
  return withLogFields({ chargePointId }, async () => {
    try {
      const reply = await run();
      end('ok');
      return reply;
    } catch (error) {
      end(error instanceof TimeoutError ? 'timeout' : 'error');
      throw error;
    }
  });
}
