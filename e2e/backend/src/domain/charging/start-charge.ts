/** `POST /RemoteStartTransactionRequest`: a driver starts a charge with the charger's number. */
import type { RemoteResponse, StartRequest } from '@shared/contract';
import type * as z from 'zod/mini';
import { wholeNumber } from '../../platform/api/route.ts';
import type { Db } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { vehicles } from '../../platform/database/schema.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { findByNumber } from './charger-number.ts';
import type { ChargingContext } from './context.ts';
import {
  type Driver,
  openAttempt,
  rejected,
  requestStart,
  type StartTarget,
  startOnce,
} from './request-start.ts';

type Request = z.output<typeof StartRequest>;

/** Starts a charge once per idempotency key; a repeated request gets the first response. */
export function startCharge(
  context: ChargingContext,
  sendCall: SendCall,
  driver: Driver,
  request: Request,
  key: string,
): Promise<RemoteResponse> {
  const start = { driver, key, request, limit: 'starts' } as const;
  return startOnce(context, start, async () => {
    const target = await readTarget(context.db, driver, request);
    if ('refusal' in target) return rejected(target.refusal);
    const opened = await withUserLock(context.db, driver.id, (tx) => openAttempt(context, tx, start, target));
    return requestStart(context, sendCall, target, opened);
  });
}

/** Error code of a start that isn't possible. */
interface Refusal {
  refusal: string;
}

async function readTarget(db: Db, driver: Driver, request: Request): Promise<StartTarget | Refusal> {
  const found = await findByNumber(db, request.ChargePointID, driver.brandId);
  if (!found) return { refusal: 'CHARGER_NOT_FOUND' };
  const vehicle = await vehicleOf(db, driver, request.uvId);
  if ('refusal' in vehicle) return vehicle;
  const { chargePointId, connectorId } = found.connector;
  return { chargePointId, connectorId, vehicleId: vehicle.id, udcId: request.udcId };
}

const vehiclesStatement = prepareOnce((db) =>
  db
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(eq(vehicles.userId, sql.placeholder('userId')))
    .prepare('own_vehicles'),
);

/** Returns the driver's vehicle with that id, or their only vehicle if no id is given. */
async function vehicleOf(db: Db, driver: Driver, uvId?: string): Promise<{ id: number | null } | Refusal> {
  const own = await vehiclesStatement(db).execute({ userId: driver.id });
  if (uvId) {
    const named = own.find(({ id }) => id === wholeNumber(uvId));
    return named ?? { refusal: 'VEHICLE_NOT_FOUND' };
  }
  if (own.length > 1) return { refusal: 'VEHICLE_REQUIRED' };
  return own[0] ?? { id: null };
}
