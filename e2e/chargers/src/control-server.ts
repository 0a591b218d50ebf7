import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { Action, performAction } from './actions.ts';
import type { Fleet } from './fleet.ts';
import { FleetEntry } from './fleet-entry.ts';
import { snapshot } from './snapshot.ts';

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
