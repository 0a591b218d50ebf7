/** The versions of OCPP that a connection may have. */
import type { Call, Handler, SendCall } from './calls.ts';
import type { ChargePointsContext } from './context.ts';
import { createHandlers } from './handlers.ts';
import type { Subprotocol } from './handshake.ts';
import { createTranslation } from './ocpp201/commands.ts';
import { createStationHandlers } from './ocpp201/handlers.ts';
import { createInventory } from './ocpp201/inventory.ts';

interface SessionOptions {
  chargePointId: string;
  sendCall: SendCall;
  runAfterResponse: (task: () => Promise<unknown>) => void;
  /** At a site that receives unknown charge points: its connectors are added as reported. */
  visitor: boolean;
  logProtocolError: (reason: string) => void;
}

/** A version's part in one connection. */
interface Session {
  /** Handlers of the calls that the charge point sends, by action. */
  handlers: Record<string, Handler>;
  /** Returns a function that sends the server's commands with the version's own calls. */
  translate: (call: Call) => Call;
}

/**
 * The server's commands have the names and fields of OCPP 1.6, whatever version the charge point
 * speaks: the instance that has the connection translates them.
 */
export const PROTOCOLS: Record<
  Subprotocol,
  (context: ChargePointsContext, options: SessionOptions) => Session
> = {
  'ocpp1.6': (context, options) => ({
    handlers: createHandlers(context, options),
    translate: (call) => call,
  }),
  'ocpp2.0.1': (context, options) => {
    const inventory = createInventory(context);
    return {
      handlers: createStationHandlers(context, { ...options, inventory }),
      translate: createTranslation(context, { ...options, inventory }),
    };
  },
};
