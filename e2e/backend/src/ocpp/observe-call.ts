import type { BackendContext } from '../context.ts';
import { withLogFields } from '../log-fields.ts';
import type { OcppResult } from '../metrics/metrics.ts';

interface ObservedCall {
  chargePointId: string;
  /** The side that sent it. */
  sender: 'chargePoint' | 'server';
  /** One of OCPP's actions: each is a time series of its own. */
  action: string;
}

/**
 * Handles or sends a call: its log lines name the charge point, and its result is counted.
 * @param resultOf reads what `run` returns; what it throws counts as an error
 */
export function observeCall<T>(
  { log, metrics }: Pick<BackendContext, 'log' | 'metrics'>,
  { chargePointId, sender, action }: ObservedCall,
  run: () => Promise<T>,
  resultOf: (value: T) => OcppResult = () => 'ok',
): Promise<T> {
  const from = performance.now();
  function end(result: OcppResult) {
    metrics.countOcpp(sender, action, result);
    log.debug({ sender, action, result, ms: Math.round(performance.now() - from) }, 'OCPP call');
  }
  return withLogFields({ chargePointId }, async () => {
    try {
      const reply = await run();
      end(resultOf(reply));
      return reply;
    } catch (error) {
      end('error');
      throw error;
    }
  });
}
