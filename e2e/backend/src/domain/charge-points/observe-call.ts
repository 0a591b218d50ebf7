import { withLogFields } from '../../platform/logs/log-fields.ts';
import type { CallResult } from './calls.ts';
import type { ChargePointsContext } from './context.ts';

type OcppResult = 'ok' | NonNullable<CallResult['failure']>;

interface ObservedCall {
  chargePointId: string;
  /** The side that sent it. */
  sender: 'chargePoint' | 'server';
  /** A known OCPP action: each one has its own time series. */
  action: string;
}

/**
 * Runs a call with the charge point in its log fields, and counts its result.
 * @param resultOf reads the result from the value of `run`; a thrown error counts as `error`
 */
export function observeCall<T>(
  { clock, log, metrics }: Pick<ChargePointsContext, 'clock' | 'log' | 'metrics'>,
  { chargePointId, sender, action }: ObservedCall,
  run: () => Promise<T>,
  resultOf: (value: T) => OcppResult = () => 'ok',
): Promise<T> {
  const from = clock.elapsed();
  function recordResult(result: OcppResult) {
    metrics.countOcpp(sender, action, result);
    log.debug({ sender, action, result, ms: Math.round(clock.elapsed() - from) }, 'OCPP call');
  }
  return withLogFields({ chargePointId }, async () => {
    try {
      const reply = await run();
      recordResult(resultOf(reply));
      return reply;
    } catch (error) {
      recordResult('error');
      throw error;
    }
  });
}
