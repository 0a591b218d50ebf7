import * as z from 'zod/mini';
import type { ChargePoint } from './charge-point.ts';

const connectorId = z.number();
const seconds = z.number().check(z.minimum(0));

const Car = z.partial(
  z.object({
    capacityWh: z.number().check(z.positive()),
    soc: z.number().check(z.minimum(0), z.maximum(100)),
    maxPowerW: z.number().check(z.positive()),
  }),
);

export const BehaviourChange = z.partial(
  z.object({
    plugAfter: z.nullable(seconds),
    waitForCar: z.nullable(seconds),
    unplugAfter: z.nullable(seconds),
    rejectRemoteStart: z.boolean(),
    rejectRemoteStop: z.boolean(),
    answerAfter: seconds,
    startBeforeAnswer: z.boolean(),
    skipPreparing: z.boolean(),
    skipFinishing: z.boolean(),
    noMeterValues: z.boolean(),
    noSoC: z.boolean(),
    energyUnit: z.enum(['Wh', 'kWh']),
    duplicates: z.boolean(),
    forgetTransactionId: z.boolean(),
    energySpeed: z.number().check(z.positive()),
  }),
);

/** An action that a test, or a user of the sandbox, performs on a simulated charge point. */
export const Action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('plug'), connectorId, car: z.optional(Car) }),
  z.object({ action: z.literal('unplug'), connectorId }),
  z.object({ action: z.literal('startLocally'), connectorId, idTag: z.string().check(z.maxLength(20)) }),
  z.object({ action: z.literal('stop'), connectorId }),
  z.object({ action: z.literal('suspendEV'), connectorId }),
  z.object({ action: z.literal('suspendEVSE'), connectorId }),
  z.object({ action: z.literal('resume'), connectorId }),
  z.object({ action: z.literal('fault'), connectorId, errorCode: z.string() }),
  z.object({ action: z.literal('mend'), connectorId }),
  z.object({ action: z.literal('offline') }),
  z.object({ action: z.literal('online') }),
  z.object({ action: z.literal('drop') }),
  z.object({ action: z.literal('behave'), behaviour: BehaviourChange }),
]);
export type Action = z.output<typeof Action>;

/**
 * Performs an action.
 * @throws if the charge point has no such connector, or a call to the central system fails
 */
export async function performAction(chargePoint: ChargePoint, action: Action): Promise<void> {
  switch (action.action) {
    case 'plug':
      return chargePoint.plug(action.connectorId, action.car);
    case 'unplug':
      return chargePoint.connector(action.connectorId).unplug();
    case 'startLocally':
      return chargePoint.startLocally(action.connectorId, action.idTag);
    case 'stop':
      return chargePoint.connector(action.connectorId).stop('Local');
    case 'suspendEV':
      return chargePoint.connector(action.connectorId).pause('EV');
    case 'suspendEVSE':
      return chargePoint.connector(action.connectorId).pause('EVSE');
    case 'resume':
      return chargePoint.connector(action.connectorId).pause(undefined);
    case 'fault':
      return chargePoint.connector(action.connectorId).fault(action.errorCode);
    case 'mend':
      return chargePoint.connector(action.connectorId).fault(undefined);
    case 'offline':
      return chargePoint.goOffline();
    case 'online':
      return chargePoint.start();
    case 'drop':
      return chargePoint.drop();
    case 'behave':
      chargePoint.behaviour = { ...chargePoint.behaviour, ...action.behaviour };
  }
}
