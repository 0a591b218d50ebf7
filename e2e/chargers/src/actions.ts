import * as z from 'zod/mini';
import { BehaviourChange, changeBehaviour } from './behaviour.ts';
import { CarOptions } from './car.ts';
import type { ChargePoint } from './charge-point.ts';

const connectorId = z.number();

/** An action that a test, or a user of the sandbox, performs on a simulated charge point. */
export const Action = z.discriminatedUnion('action', [
  z.object({ action: z.literal('plug'), connectorId, car: z.optional(z.partial(CarOptions)) }),
  z.object({ action: z.enum(['unplug', 'stop', 'suspendEV', 'suspendEVSE', 'resume', 'mend']), connectorId }),
  z.object({ action: z.literal('startLocally'), connectorId, idTag: z.string().check(z.maxLength(20)) }),
  z.object({ action: z.literal('fault'), connectorId, errorCode: z.string() }),
  z.object({ action: z.enum(['offline', 'online', 'drop']) }),
  z.object({ action: z.literal('behave'), behaviour: BehaviourChange }),
]);
export type Action = z.output<typeof Action>;

/** @throws if the charge point has no such connector, or a call to the central system fails */
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
      chargePoint.behaviour = changeBehaviour(action.behaviour, chargePoint.behaviour);
  }
}
