import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { ChargePoint } from './charge-point.ts';
import { CarOptions } from './energy.ts';
import type { Fleet } from './fleet.ts';
import { BehaviourChange, changeBehaviour, FleetEntry } from './settings.ts';

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
async function performAction(chargePoint: ChargePoint, action: Action): Promise<void> {
  switch (action.action) {
    case 'plug':
      return chargePoint.connector(action.connectorId).plug(action.car);
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

function snapshot(chargePoint: ChargePoint): Snapshot {
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

/**
 * HTTP control of the simulated charge points, on loopback only: `GET /charge-points`, `GET
 * /charge-points/{id}`, `POST /charge-points` (charge points to start), `POST /charge-points/{id}`
 * (an action).
 */
export function createControlServer(fleet: Fleet): Server {
  return createServer((request, response) => {
    handleRequest(fleet, request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 400, { error: { message: String(error) } }),
    );
  });
}

async function handleRequest(fleet: Fleet, request: IncomingMessage) {
  const [, root, encodedId] = (request.url ?? '').split('/');
  if (root !== 'charge-points') return { status: 404, body: { error: { message: 'no such path' } } };
  const posted = request.method === 'POST' ? await json(request) : undefined;
  if (!encodedId) {
    if (posted !== undefined) await fleet.add(z.array(FleetEntry).parse(posted));
    return { status: 200, body: fleet.all.map(snapshot) };
  }
  const chargePoint = fleet.find(decodeURIComponent(encodedId));
  if (!chargePoint) return { status: 404, body: { error: { message: 'no such charge point' } } };
  if (posted !== undefined) await performAction(chargePoint, Action.parse(posted));
  return { status: 200, body: snapshot(chargePoint) };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
