/** The versions of OCPP that a connection may have. */
import type { Call, HandlerOptions } from './calls.ts';
import type { ChargePointsContext } from './context.ts';
import { createHandlers } from './handlers.ts';
import type { Subprotocol } from './handshake.ts';
import { createTranslation } from './ocpp201/commands.ts';
import { createStationHandlers } from './ocpp201/handlers.ts';
import { createInventory } from './ocpp201/inventory.ts';

/**
 * Returns a version's part in one connection: the handlers of the calls that the charge point sends, by
 * action, and a function that translates the server's commands. Those have the names and fields of
 * OCPP 1.6, whatever version the charge point speaks: the instance that has the connection translates
 * them.
 */
export function createSession(
  subprotocol: Subprotocol,
  context: ChargePointsContext,
  options: HandlerOptions & { chargePointId: string },
) {
  if (subprotocol === 'ocpp1.6')
    return { handlers: createHandlers(context, options), translate: (call: Call) => call };
  const own = { ...options, inventory: createInventory(context) };
  return { handlers: createStationHandlers(context, own), translate: createTranslation(context, own) };
}
