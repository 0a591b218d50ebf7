import * as z from 'zod/mini';
import type { ChargePoint } from './charge-point.ts';

/** Visible state of a charge point. Meter readings in Wh, power in W, charge in percent. */
export const Snapshot = z.object({
  id: z.string(),
  online: z.boolean(),
  /** Number of messages about transactions that the central system hasn't confirmed yet. */
  unsent: z.number(),
  connectors: z.array(
    z.object({
      connectorId: z.number(),
      status: z.string(),
      errorCode: z.string(),
      plugged: z.boolean(),
      soc: z.optional(z.number()),
      watts: z.number(),
      meterWh: z.number(),
      transactionId: z.optional(z.number()),
      charging: z.boolean(),
    }),
  ),
});
export type Snapshot = z.output<typeof Snapshot>;

export function snapshot(chargePoint: ChargePoint): Snapshot {
  return {
    id: chargePoint.id,
    online: chargePoint.online,
    unsent: chargePoint.unsent,
    connectors: chargePoint.connectors.map((connector) => ({
      connectorId: connector.id,
      status: connector.status,
      errorCode: connector.errorCode,
      plugged: connector.soc !== undefined,
      soc: connector.soc,
      watts: connector.watts,
      meterWh: connector.meter.wh,
      transactionId: connector.charge?.transactionId,
      charging: connector.charge !== undefined,
    })),
  };
}
