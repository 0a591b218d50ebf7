/** Shows drivers what their charge costs, on the displays of charge points that can (OCPP 2.0.1 I02). */
import { eq } from '../../../platform/database/orm.ts';
import { chargePoints } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, SECOND_MS } from '../../../platform/time.ts';
import type { SendCall } from '../calls.ts';
import { COST_ENABLED } from '../configure.ts';
import type { ChargePointsContext } from '../context.ts';

/** However often a charge point sends meter values. */
const PAUSE_MS = 30 * SECOND_MS;
/** A charge sends meter values more often. */
const FORGOTTEN_MS = DAY_MS;
const TIMEOUT_MS = 5000;

/** Returns a function that sends the cost of a running charge of this connection, if it has changed. */
export function createCostDisplay(
  { charges, db, now }: Pick<ChargePointsContext, 'charges' | 'db' | 'now'>,
  sendCall: SendCall,
) {
  const shown = new Map<string, { at: Date; cents?: number | undefined }>();

  return async (chargePointId: string, stationTransactionId: string, chargeId: number): Promise<void> => {
    const last = shown.get(stationTransactionId);
    if (last && now() < addMs(last.at, PAUSE_MS)) return;
    for (const [id, { at }] of shown) if (now() > addMs(at, FORGOTTEN_MS)) shown.delete(id);
    shown.set(stationTransactionId, { ...last, at: now() });
    const [known] = await db
      .select({ configuration: chargePoints.configuration })
      .from(chargePoints)
      .where(eq(chargePoints.id, chargePointId));
    if (known?.configuration?.[COST_ENABLED]?.toLowerCase() !== 'true') return;
    const cents = await charges.costOf(chargeId);
    if (cents === undefined || cents === last?.cents) return;
    shown.set(stationTransactionId, { at: now(), cents });
    const cost = { transactionId: stationTransactionId, totalCost: cents / 100 };
    await sendCall(chargePointId, 'CostUpdated', cost, TIMEOUT_MS);
  };
}
